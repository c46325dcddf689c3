# fault: a fair process is said to be taken where it could move
# function: look
# file: checker/evidence/run_fairness.c
# suites: check_ltl
s/is && takes &&/is \&\&/
