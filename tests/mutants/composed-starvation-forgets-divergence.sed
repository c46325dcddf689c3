# fault: starvation is decided on a network in which cycles of hidden steps are gone
# function: choose
# file: property_view.c
# suites: composed
/case PROPERTY_STARVATION:/,/return/s/EQUIVALENCE_DIVBRANCHING/EQUIVALENCE_BRANCHING/
