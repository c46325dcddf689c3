# fault: a process that cannot move is said to be so a step too late
# function: find_reason
# file: checker/evidence/run_fairness.c
# suites: ltl_shown
s/condition->step = sought->impossible/& + 1/
