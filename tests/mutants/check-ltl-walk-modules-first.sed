# fault: of equal steps of a PRISM model in a network, the walker knows the modules of one
# function: semantics_walk_model
# file: semantics_model.c
# suites: check_ltl
s/if (again) {/if (again) { semantics->movers.count = movers;/
