# fault: the last branch that could join is passed over
# file: frontend/exp/walk/semantics_walk.c
# suites: oracle explore_oracle
s/entry < groups\[taken + spare + 1\]/entry < groups[taken + spare + (taken + 1 < degree || spare == 0)]/
