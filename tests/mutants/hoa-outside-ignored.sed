# fault: Inf(!0) is Inf(0)
# function: make_leaf
# file: hoa_acceptance.c
# suites: hoa
s/term->is_outside ?/0 ?/
