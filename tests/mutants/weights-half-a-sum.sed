# fault: sketches have half of the sums of weights, which depends on how edges are split
# function: rounds_weigh
# file: weights_core.h
# suites: weights
s/sum >> 32/0/
