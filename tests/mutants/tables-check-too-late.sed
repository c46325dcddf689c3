# fault: a guard that may fail is looked at only where its last condition holds, too
# function: add_guard
# file: data_items.c
# suites: data_tables
s/    add_conjuncts(maker, unit, &conjuncts, first);/&\n    add_condition(maker, DATA_CHECK_HOLDS, unit, \&conjuncts.parts[conjuncts.count - 1].whole);/
