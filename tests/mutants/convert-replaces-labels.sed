# fault: the .lab file that is read is replaced
# file: cli/convert/convert.c
# suites: convert
s/spare(work, written\[i\], labels_in) != 0/0/
