# fault: where tables make the transitions, quiet states of the observer are not
# function: successors_by_data
# file: successors_data_core.h
# suites: check_ltl
s/moves == 0 ? successors_end_quietly(&product) : moves/moves/
