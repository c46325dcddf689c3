# fault: verify repeats the whole run after its end
# function: continue_trace
# file: verify_ltl.c
# suites: check_ltl
s/lasso->ends ? lasso->positions - 1 : 0/0/
