# fault: a state that stays among others on every letter accepts everything, whatever the marks
# function: find_universal
# file: ltl_observer.c
# suites: check_ltl
s/making->is_weak\[making->components.component\[s\]\]/1/
