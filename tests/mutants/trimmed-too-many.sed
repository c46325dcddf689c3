# fault: a vertex is trimmed as soon as one that leads to it is
# function: solving_trim
# suites: solve
s/target\] == 0/target] <= 1/
