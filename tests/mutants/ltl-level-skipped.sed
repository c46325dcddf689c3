# fault: a never claim accepts when the last mark is seen, whatever was seen before
# function: level_after
# suites: ltl
s/while (level < marks && (edge->marks >> level & 1) != 0) {/level = (edge->marks >> (marks - 1) \& 1) ? marks : level;\n    while (0) {/
