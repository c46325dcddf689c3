# fault: a vertex is trimmed as soon as one predecessor is
# function: trim
# file: solve_reduced.c
# suites: solve
s/target\] == 0/target] <= 1/
