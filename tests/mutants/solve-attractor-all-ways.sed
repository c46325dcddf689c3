# fault: the other player is attracted when one of his ways leads there
# file: parity/preprocess/solve_decide.c
# suites: solve
s/if (won\[row\[place\]\] != winner) {/if (0) {/
