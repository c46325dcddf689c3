# fault: a predicate without a value ends the whole check
# function: check_note_fault
# suites: check_prism check_predicates
s/error->code = ERROR_INPUT;/checking->fault = *error;/
