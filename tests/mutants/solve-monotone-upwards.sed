# fault: games without alternation are solved from the lowest priority up
# function: solve_is_monotone
# suites: solve
s/edge\]\] </edge]] >/
