# fault: the predicates of a property that is decided are evaluated on
# function: find_open
# suites: check_prism
s/open && value == TRUTH_UNKNOWN/open/
