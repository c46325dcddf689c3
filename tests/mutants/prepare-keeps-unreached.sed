# fault: states that are not reached stay
# function: drop_unreached
# file: prepare.c
# suites: minimise
s/count < graph->vertices/count < 1/
