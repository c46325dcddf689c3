# fault: a jump over an operand of OR counts as one of AND
# function: read_jump
# suites: data_tables
s/one.operation == PROGRAM_JUMP_IF_ZERO ? PROGRAM_AND : PROGRAM_OR/PROGRAM_AND/
