# fault: the level in which a limit ended the search is not looked at
# function: decide_targets
# file: check_search.c
# suites: check_predicates
s/look(searching, exploration); \/\*.*/;/
