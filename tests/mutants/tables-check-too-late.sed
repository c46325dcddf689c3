# fault: a guard that may fail is checked only where its last condition holds, too
# function: check_guard
# suites: data_tables
s/    for (uint32_t i = 0; i < failing/    add_conjunct(maker, check, conjuncts, \&conjuncts->parts[conjuncts->count - 1]);\n&/
