# fault: `verify` takes the pair that it finds for the one that it looks for, with any set of obligations
# function: runs_find
# file: verify_runs.c
# suites: check_ltl
# cases: 20
s/(closure->components + 1)/closure->components/
