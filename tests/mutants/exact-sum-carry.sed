# fault: a carry of a sum is lost
# function: exact_add
# file: exact.c
# suites: exact
s/carry >>= BITS/carry = 0/
