# fault: `any` is shown with the values of `deadlock`
# function: write_text
# file: checker/evidence/run_letters.c
# suites: check_ltl ltl_shown
s/ && (atom->action != NULL || atom->predicate != NULL)//
