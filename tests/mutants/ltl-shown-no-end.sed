# fault: the end of a run is no position of what is shown
# function: find_end
# file: checker/evidence/run_letters.c
# suites: check_ltl ltl_shown
s/count == 0/0/
