# fault: of the complement, a run owes nothing after the first mark
# function: owe_again
# file: tgba_complement.c
# suites: hoa
s/if (bitset_has(set, s) \&\& is_accepting/if (0 \&\& is_accepting/
