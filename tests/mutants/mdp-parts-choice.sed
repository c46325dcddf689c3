# fault: each range of states numbers its choices from 0
# function: take_range
# file: mdp_write_parts.c
# suites: mdp_write_parts
s/= parts->choice;/= 0;/
