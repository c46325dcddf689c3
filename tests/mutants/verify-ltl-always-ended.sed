# fault: verify takes deadlock for true everywhere
# function: atom_holds
# file: verify_ltl.c
# suites: check_ltl
s/return atom->action == NULL && label == NULL;/return atom->action == NULL;/
