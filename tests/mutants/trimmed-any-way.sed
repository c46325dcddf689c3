# fault: who comes to a vertex that no cycle leads to goes any way, and wins it
# file: parity/preprocess/solve_trimmed.c
# suites: solve
s/        while (edge < end && solving->winner\[game->targets\[edge\]\] != owner) {/        while (edge > end \&\& solving->winner[game->targets[edge]] != owner) {/
