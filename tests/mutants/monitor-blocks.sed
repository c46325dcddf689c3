# fault: a monitor without a move on a label blocks instead of staying
# file: checker/monitor.c
# suites: check_oracle
/targets = &state;/,/}/s/count = 1;/count = 0;/
