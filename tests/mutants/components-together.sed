# fault: edges out of a block count for those inside
# file: parity/preprocess/solve_components.c
# suites: solve
s/if (search->block\[target\] != search->inside) {/if (search->block[target] == NO_BLOCK) {/
