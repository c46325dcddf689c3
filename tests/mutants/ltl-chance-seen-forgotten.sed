# fault: the automaton forgets which runs have seen the mark
# function: add_guessed
# file: tgba_limit.c
# suites: ltl
s/bitset_has(set, limit->seen + s) || has_mark/has_mark/
