# fault: of a rule of many, the process itself is taken for the one that blocks it
# function: look_at_rule
# suites: partial_order
# cases: 3000
/MODEL_NONE) {$/,/return/s/part->component, words/k, words/
