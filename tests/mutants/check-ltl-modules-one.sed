# fault: all modules of a PRISM model are one process
# function: add_member
# file: prism_rules.c
# suites: check_ltl
s/\.process = command->module/.process = 0/
