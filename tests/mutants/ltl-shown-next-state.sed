# fault: atoms are shown with the predicates of the state after the step
# function: find_value
# file: checker/evidence/run_letters.c
# suites: check_ltl ltl_shown
s/trace_state(trace, position)/trace_state(trace, position < trace->steps ? position + 1 : position)/
