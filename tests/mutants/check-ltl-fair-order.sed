# fault: weak conditions are taken for strong ones that came before them
# function: add_set
# file: fair_network.c
# suites: check_ltl
/fair->set\[count\] = fair->set\[fair->weak_count\];/d; s/fair->set\[fair->weak_count++\] = set/fair->weak_count++/
