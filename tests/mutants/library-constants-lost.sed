# fault: constants that are given to the library are lost
# function: heddle_set_constants
# suites: library_data
s/context->constants = read/definitions_free(\&read)/
