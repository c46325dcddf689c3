# fault: inclusion of traces also counts what only the second one has
# function: find_label
# file: set_pairs.c
# suites: compare_graphs
s/holder == 1 \&\& walk->question->inclusion/0/
