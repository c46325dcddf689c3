# fault: verify takes what is not sure for false
# function: evaluate_boolean
# file: verify_ltl.c
# suites: check_ltl
s/? ~not_left\[w\]/? ~left[w]/
