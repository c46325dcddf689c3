# fault: states of different rewards are in one class
# function: state_value
# file: lump_model_start.c
# suites: lump_model
s/return earned(start, property->reward\[k\], state)/return 0/
