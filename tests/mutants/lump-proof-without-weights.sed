# fault: the proof of classes does not compare sums
# function: is_equal
# file: refine_weigh.c
# suites: lump
s/ \&\& a->pairs\[i\].weight == b->pairs\[i\].weight//
