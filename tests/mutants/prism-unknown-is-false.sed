# fault: initial states: what is not known yet is false
# function: judge
# file: prism_initial.c
# suites: prism
s/result = left == UNKNOWN ? UNKNOWN : result/result = left == UNKNOWN ? IS_FALSE : result/
