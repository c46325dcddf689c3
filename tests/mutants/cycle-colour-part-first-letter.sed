# fault: in parts of graphs, the kind of each transition is that of the first class of labels
# function: cycle_colour_part
# file: cycle_colour.c
# suites: cycle_ranks
s/row + observer->class_of_label\[label\]/row + 0 * observer->class_of_label[label]/
