# fault: trimmed vertices are decided before those that they lead to
# file: parity/preprocess/solve_trimmed.c
# suites: solve
s/    for (uint64_t i = game->vertices - trimmed; i < game->vertices; i++) {/    for (uint64_t i = game->vertices - trimmed, j; i < game->vertices; i++) {\n        j = 2 * game->vertices - trimmed - 1 - i;\n        if (j > i) {\n            uint32_t other = solving->queue[j];\n            solving->queue[j] = solving->queue[i];\n            solving->queue[i] = other;\n        }/
