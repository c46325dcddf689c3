# fault: remainders have one bit less than they need
# function: half_remainder_bits
# suites: half
s/key_bits - log : 1/key_bits - log - (log + 1 < key_bits) : 1/
