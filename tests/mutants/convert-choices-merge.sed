# fault: choices that labels `prob` cannot tell apart are written
# function: check_choice
# file: mdp_write_aut.c
# suites: mdp_write convert
s/\*used == (uint32_t)state/0/
