# fault: the last branch that could join is skipped
# function: combine_entries
# file: semantics_walk.c
# suites: oracle explore_oracle
s/spare + 1/spare + (taken + 1 < degree || spare == 0)/
