# fault: a vertex is idle by its last edge alone
# function: is_idle
# file: cycle_lasso_ranks.c
# suites: cycle_ranks
s/while (edge < part->offsets\[vertex + 1\] &&/while (edge + 1 < part->offsets[vertex + 1] \&\&/
s/return edge == part->offsets\[vertex + 1\];/return edge + 1 >= part->offsets[vertex + 1];/
