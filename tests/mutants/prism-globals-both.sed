# fault: two commands of one choice may assign a global variable
# function: join_writers
# file: prism_system.c
# suites: prism
s/!is_new \&\& all\[k\].variable != PRISM_NONE/0/
