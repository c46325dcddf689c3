# fault: a monitor without a move on a label blocks instead of staying
# function: add_moves
# file: monitor_observer.c
# suites: check_oracle
/targets = &state;/,/}/s/count = 1;/count = 0;/
