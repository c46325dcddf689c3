# fault: of several initial states, only the first one must have a scheduler
# function: decide_property
# suites: check_prism
s/= checking->network->initial_count/= 1/
