# fault: a renamed module shares what formulas stand for with its base
# function: copy_expression
# file: prism_rename.c
# suites: prism
s/? copy_shared(renamer, from->operands\[i\])/? from->operands[i]/
