# fault: what is written for mCRL2 has i for the internal action
# file: frontend/formats/mdp_write_aut.c
# suites: aut_write convert
s/return strcmp(label, INTERNAL) == 0 ? "tau" : label;/return label;/
