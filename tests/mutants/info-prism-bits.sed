# fault: a bit of a variable is missing
# function: variable_bits
# file: info_prism.c
# suites: info_prism
s/span >> bits > 0/span >> bits > 1/
