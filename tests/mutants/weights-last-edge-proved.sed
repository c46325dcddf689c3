# fault: the proof compares the last weights instead of their sums
# function: weights_of
# file: weights_core.h
# suites: weights
s/pair.sum += /pair.sum = /
