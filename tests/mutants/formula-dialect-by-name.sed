# fault: a file of formulas is read as CADP does whatever its name
# file: specs/syntax/formula_read.c
# suites: formula_command formula_read
s/text_ends_with_any_case(name, "\.mcf")/text_ends_with_any_case(name, ".none")/
