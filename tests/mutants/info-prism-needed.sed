# fault: constants that nothing uses are said to be missing
# function: fill_constant
# file: info_prism.c
# suites: info_prism
s/constant->is_needed/constant->is_needed || 1/
