# fault: an OR in a guard counts as an AND
# function: split_literal
# suites: data_tables
s/(top.negated ? dual : operation)/(top.negated ? dual : operation) \&\& node->operation == PROGRAM_AND/
