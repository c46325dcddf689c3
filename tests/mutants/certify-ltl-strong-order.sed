# fault: of the conditions in a certificate, weak ones are not moved with their sets
# function: add_set
# file: fair_network.c
# suites: check_ltl
# cases: 20
s/fair->condition\[fair->weak_count\] = condition;/;/
