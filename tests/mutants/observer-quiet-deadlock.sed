# fault: a run that ends in a quiet state of the observer counts as a deadlock
# function: successors_end_quietly
# file: successors_core.h
# suites: observer check_ltl
s/observer_state\[product->state\].quiet/observer_state[product->state].quiet \&\& 0/
