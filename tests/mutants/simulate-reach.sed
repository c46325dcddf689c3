# fault: goto LABEL searches from the initial state, not from the current one
# function: make_initial
# file: cli/simulate/simulate_reach.c
# suites: simulate
s/\.initial = state\[i\]/.initial += 0 * state[i]/
