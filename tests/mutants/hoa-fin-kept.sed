# fault: edges that an acceptance allows finitely often only are in its copy
# function: is_allowed
# file: hoa_tgba.c
# suites: hoa
s/return !bitset_intersect(.*$/return hoa != NULL || part + edge > 0;/
