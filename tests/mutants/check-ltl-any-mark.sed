# fault: a cycle needs any of the marks, not each
# function: make_goal
# file: check_ltl.c
# suites: check_ltl
s/acceptance->mark_of\[i % acceptance->kinds\] >> m & 1/acceptance->mark_of[i % acceptance->kinds] != 0/
