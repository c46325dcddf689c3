# fault: `verify` lets pairs be removed from a part where its condition is not possible
# function: check_removed
# file: verify_runs.c
# suites: check_ltl
# cases: 20
s/if (numbers\[RUNS_NUMBER\] != 0 ||/if (numbers[RUNS_NUMBER] != 0 || part != 0 ||/
