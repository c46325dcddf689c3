# fault: rounds go on no further than to the first vertex of the order, which they leave out
# function: pull
# file: region_solve.c
# suites: region
s/solver->view.vertices - first_below(solver))/solver->view.vertices - first_below(solver) - 1)/
