# fault: a cycle with labels needs one of its labels, not all
# function: cycle_least
# suites: cycle check_cycles
s/== view->index/!= 0/
