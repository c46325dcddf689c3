# fault: what is written for mCRL2 has i for the internal action
# function: mcrl2_label
# suites: aut_write convert
s/strcmp(label, INTERNAL) == 0 ? "tau" : label/label/
