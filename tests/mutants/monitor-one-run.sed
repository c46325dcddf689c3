# fault: a nondeterministic monitor has its first move alone
# function: add_moves
# file: monitor_observer.c
# suites: check_oracle
s/: count/: 1/
