# fault: targets of a row are in the order of vectors, not of numbers
# function: pass_window
# file: graph_ranks.c
# suites: graph_ranks
/sort_rows(rows)/d
