# fault: `any` is shown with the values of `deadlock`
# function: write_atom_text
# suites: check_ltl ltl_shown
s/ && (atom->action != NULL || atom->predicate != NULL)//
