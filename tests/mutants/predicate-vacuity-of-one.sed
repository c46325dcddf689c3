# fault: an antecedent that games would decide is asked of the formula
# function: ask_formula
# file: check_vacuity.c
# suites: check_prism
s/search->checking->network->initial_count == 1 ||/1 ||/
