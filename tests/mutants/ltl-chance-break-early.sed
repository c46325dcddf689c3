# fault: a breakpoint needs only one state that has seen the mark
# function: is_breakpoint
# file: tgba_limit.c
# suites: ltl ltl_chance
s/bitset_has(set, s) \&\& !bitset_has/bitset_has(set, s) \&\& s == 0 \&\& !bitset_has/
