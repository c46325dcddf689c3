# fault: a state that stays on every letter accepts everything, whatever the marks
# function: is_universal
# file: ltl_observer.c
# suites: check_ltl
s/ && (edge->marks & all) == all//
