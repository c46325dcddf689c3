# fault: one component decides the owner of a state
# function: are_even
# file: explorer/search/owner_mask.c
# suites: owner_mask
s/return even/return 1 || even/
