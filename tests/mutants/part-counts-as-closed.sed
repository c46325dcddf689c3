# fault: a vertex with moves beyond the part of a game counts as one without
# function: add_row
# file: formula_strategy.c
# suites: formula_part
s/work->open\[work->count\] |=/work->open[work->count] \&=/
