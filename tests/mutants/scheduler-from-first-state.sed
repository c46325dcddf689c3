# fault: of several initial states, only the first one must have a scheduler
# function: decide_property
# file: checker/check_schedulers.c
# suites: check_prism
s/= checking->network->initial_count/= 1/
