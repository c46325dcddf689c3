# fault: files for mCRL2 name the internal action i
# function: mcrl2_label
# suites: aut_write convert
s/strcmp(label, INTERNAL) == 0 ? "tau" : label/label/
