# fault: starvation and livelocks are decided on a network in which cycles of hidden steps are gone
# function: choose
# file: property_view.c
# suites: composed
s/sees_divergence ? EQUIVALENCE_DIVBRANCHING/sees_divergence ? EQUIVALENCE_BRANCHING/
