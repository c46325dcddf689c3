# fault: the verifier looks at the highest priority of each component alone
# file: checker/verify/verify_formula_cycles.c
# suites: verify_formula
s/int done = !cyclic || priority_of(cycles, node) == highest;/int done = 1;/
