# fault: edges out of a block count for those inside
# function: step
# file: solve_components.c
# suites: solve
s/!= search->inside/== NO_BLOCK/
