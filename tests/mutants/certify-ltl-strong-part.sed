# fault: `verify` lets the condition of a part be a weak one
# function: check_conditions
# file: verify_runs.c
# suites: check_ltl
# cases: 20
s/!= FAIRNESS_STRONG/== FAIRNESS_NONE/
