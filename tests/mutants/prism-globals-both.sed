# fault: two commands of one choice may assign a global variable
# function: merge_writers
# file: prism_system.c
# suites: prism
s/same \&\& a->variable != PRISM_NONE/0/
