# fault: `verify` takes a condition for unfair that is not possible in the state
# function: has_lack
# file: verify_runs.c
# suites: check_ltl
# cases: 20
s/return bitset_has(checker->possible, condition) \&\&/return/
