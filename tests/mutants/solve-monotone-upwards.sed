# fault: games without alternation are solved from the lowest priority up
# file: parity/attractor/solve_attractor.c
# suites: solve
s/if (game->priority\[game->targets\[edge\]\] < priority) {/if (game->priority[game->targets[edge]] > priority) {/
