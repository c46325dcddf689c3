# fault: after vertices are removed that starve a condition, the rest is not decomposed again
# function: decompose_fairly
# file: cycle.c
# suites: check_ltl
s/while (answer.count != 0) {/for (int round = 0; round < 1; round++) {/
