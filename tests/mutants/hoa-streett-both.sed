# fault: a clause of two Fin is a pair of Streett
# function: make_streett
# file: hoa_acceptance.c
# suites: hoa_command
s/made = sets <= 1;/made = sets <= 64;/
