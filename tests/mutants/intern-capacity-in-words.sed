# fault: the capacity of the array of pairs is counted in words after growth
# function: grow_array
# suites: table
s/\/ INTERN_PAIR_BYTES/\/ sizeof(uint64_t)/
