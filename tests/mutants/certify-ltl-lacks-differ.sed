# fault: `verify` lets the pairs of a group lack different things
# function: check_edge
# file: verify_runs.c
# suites: check_ltl
# cases: 20
s/from\[RUNS_LACK\] == to\[RUNS_LACK\]/1/
