# fault: transitions to one target are not ordered by their choices
# function: compare_ways
# file: walker.c
# suites: prism_walker
s/compare_numbers(a->choice, b->choice)/0/
