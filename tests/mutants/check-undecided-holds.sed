# fault: what a limit left undecided holds
# file: checker/check.c
# suites: check_oracle check_command
s/exploration->outcome == EXPLORE_DONE ? VERDICT_HOLDS/exploration->outcome != EXPLORE_FULL ? VERDICT_HOLDS/
