# fault: what is tested in the initial state is not tested there
# function: add_initial
# file: model.c
# suites: check_predicates
s/header->passes ? pass_initial/0 ? pass_initial/
