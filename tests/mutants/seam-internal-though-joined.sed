# fault: a group is internal if one of its contexts is
# function: is_internal
# file: seam.c
# suites: composition
s/if (count != 1)/if (count < 1)/
