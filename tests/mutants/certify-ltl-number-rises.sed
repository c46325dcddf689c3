# fault: `verify` lets steps raise the number of a group
# function: check_edge
# file: verify_runs.c
# suites: check_ltl
# cases: 200
s/if (b.number > a.number)/if (0)/
s/return b.number < a.number ||/return b.number != a.number ||/
