# fault: every label of states is the first predicate of the model
# function: mark_state
# suites: check_chance
s/\[work->predicate\]/[0]/
