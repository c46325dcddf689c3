# fault: targets of a row are in the order of vectors, not of numbers
# function: pass_window
# suites: graph_ranks
/sort_rows(rows)/d
