# fault: states stand for choices whose priorities differ
# file: specs/automata/automaton_expand.c
# suites: formula_observer
s/if (inside \&\& highest != \*priority)/if (inside \&\& highest == AUTOMATON_NONE)/
