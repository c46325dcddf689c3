# fault: whoever wins a vertex by a smaller game goes any way
# file: parity/preprocess/solve_reduced.c
# suites: solve
s/            while (reduction->number\[game->targets\[edge\]\] != reduction->solution.strategy\[number\]) {/            while (reduction->number[game->targets[edge]] == NOWHERE) {/
