# fault: a property that a limit left undecided holds
# function: decide_targets conclude
# file: check_search.c
# suites: check_oracle check_command
s/== EXPLORE_DONE) {$/!= EXPLORE_FULL) {/
