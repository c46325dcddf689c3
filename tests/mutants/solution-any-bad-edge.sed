# fault: an edge of a cycle is refuted by its own priority, whatever else is on the cycle
# function: find_bad
# suites: solution_verify
s/weight_of(verification, edge) == level/level + 1 != 0/
