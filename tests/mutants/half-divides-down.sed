# fault: the hash of a slot of 32 bits is rounded down
# function: half_divide_up
# suites: half
s/quotient + (rest != 0)/quotient/
