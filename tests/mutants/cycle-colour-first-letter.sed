# fault: the kind of each transition is that of the first class of labels
# function: colour_labels
# file: cycle_colour_core.h
# suites: check_ltl
s/view->letter\[label\]/0 * view->letter[label]/
