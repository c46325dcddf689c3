# fault: a row is compared with the first row of its name
# function: find_row
# file: earlier.c
# suites: earlier
s/before-- == 0/1/
