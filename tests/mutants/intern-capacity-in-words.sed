# fault: the capacity of the array of pairs is counted in words after growth
# file: hashtable/intern.c
# suites: table
s/interner->view\.capacity = wanted \/ INTERN_PAIR_BYTES;/interner->view.capacity = wanted \/ sizeof(uint64_t);/
