# fault: a solution that nobody wants is kept
# file: parity/solve_generated.c
# suites: game_generate
s/if (failed || (wanted >> \*winner & 1) == 0) {/if (failed) {/
