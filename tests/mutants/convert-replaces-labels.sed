# fault: the .lab file that is read is replaced
# function: check_names
# file: convert.c
# suites: convert
s/spare(work, written\[i\], labels_in) != 0/0/
