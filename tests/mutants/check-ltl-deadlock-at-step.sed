# fault: the atom deadlock holds at the steps of the first class
# function: note_atom
# file: ltl_letters.c
# suites: check_ltl
s/(uint64_t)letters->count \* letters->atoms + number\] = 1/number] = 1/
