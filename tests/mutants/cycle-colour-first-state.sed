# fault: the kind of each transition is that of the first state of the observer
# function: colour_labels
# file: cycle_colour_core.h
# suites: check_ltl
s/(uint64_t)state \* view->letters/0 * (uint64_t)state * view->letters/
