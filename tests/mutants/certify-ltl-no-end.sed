# fault: `verify` does not go on after the end of a run
# function: runs_check
# file: verify_runs.c
# suites: check_ltl
# cases: 200
s/holds == 1 \&\& checker->transition_count == 0/0/
