# fault: of a rule of many, the process itself is taken for the one that blocks it
# function: stubborn_look_at_rule
# suites: partial_order
# cases: 3000
/== 0) {$/,/return/s/parts[[]i[]].component, words/k, words/
