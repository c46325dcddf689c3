# fault: after a trace that goes on somehow, events are shown as false
# function: find_value
# file: checker/evidence/run_letters.c
# suites: check_ltl ltl_shown
s/atom->action == NULL ? 0 : -1/0/
