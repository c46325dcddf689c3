# fault: a formula must hold in one initial state alone
# function: add_root
# suites: check_predicates
s/OWNER_ODD/OWNER_EVEN/
