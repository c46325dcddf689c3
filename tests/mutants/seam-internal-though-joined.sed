# fault: a group is internal if one of its contexts is
# function: is_internal
# file: seam.c
# suites: composition
# cases: 2700
s/if (count != 1)/if (count < 1)/
