# fault: an edge that leaves a component counts as a strong condition that is met in it
# function: is_met
# file: cycle_fair_ranks.c
# suites: cycle_ranks
s/ && bitmap_has(fair->components.inside, edge)//
