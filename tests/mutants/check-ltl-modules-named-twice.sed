# fault: modules and variables of a PRISM model share their names
# function: make_names
# file: semantics.c
# suites: check_fair_modules
s/name_leaves(semantics, name_process, name_modules)/name_leaves(semantics, name_leaf, name_modules)/
