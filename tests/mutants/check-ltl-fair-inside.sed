# fault: fairness counts only those steps after which the observer may still accept
# function: make_fair
# file: check_ltl.c
# suites: check_ltl
s/fair->set\[s\]\[i \/ ltl->observer.acceptance.kinds\]/i % ltl->observer.acceptance.kinds != 0 \&\& fair->set[s][i \/ ltl->observer.acceptance.kinds]/
