# fault: a rule of two does not need its other participant
# function: add_rule
# file: stubborn.c
# suites: partial_order
s/part\[1 - i\]/part[i]/
