# fault: a test is decided as its first target is
# function: both_won
# suites: check_predicates
s/return .*$/return 1;/
