# fault: what a limit left undecided holds
# file: checker/check_search.c
# suites: check_oracle check_command
s/exploration->outcome == EXPLORE_DONE) {$/exploration->outcome != EXPLORE_FULL) {/
