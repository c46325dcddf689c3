# fault: rounds of an attractor end after one that attracts a single vertex
# function: pull
# file: region_solve.c
# suites: region
s/any = attracted != 0 \&\&/any = attracted > 1 \&\&/
