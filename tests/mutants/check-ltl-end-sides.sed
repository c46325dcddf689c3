# fault: where a run has ended, predicates count as their opposites
# function: choose
# file: ltl_letters.c
# suites: check_ltl
s/side\[high\] =/side[!high] =/
