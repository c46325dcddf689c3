# fault: a difference of terms is a sum
# function: add_terms
# suites: data_tables
s/one.negated != (node->operation == PROGRAM_SUBTRACT_INT)/one.negated/
