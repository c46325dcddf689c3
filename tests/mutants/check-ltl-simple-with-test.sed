# fault: a monitor that looks at the state first is taken for a set of labels
# function: check_ltl_is_simple
# file: check_ltl.c
# suites: check_ltl
s/ || observer->state\[observer->initial\].kind != OBSERVER_STEP//
