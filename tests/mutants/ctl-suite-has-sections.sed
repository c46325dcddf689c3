# fault: sections of declarations stand before formulas of CTL in suites
# function: add_definitions
# file: suite_make.c
# suites: ctl
s/property_row(wanted->kind)->dialect == FORMULA_DIALECT_AUTO/1/
