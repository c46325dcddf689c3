# fault: every file of formulas is read as CADP reads it, whatever its name
# function: formula_dialect_of
# suites: formula_command formula_read
s/FILE_MCF/FILE_MCL/
