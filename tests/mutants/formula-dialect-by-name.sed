# fault: a file of formulas is read as CADP does whatever its name
# file: checker/property_formula.c
# suites: formula_command
s/text_ends_with(path, ".mcf")/text_ends_with(path, ".none")/
