# fault: of a choice between tests, a state must meet both
# function: add_tests
# suites: check_predicates
s/part->kind == REGULAR_CHOICE) {/part->kind == REGULAR_NIL) {/
