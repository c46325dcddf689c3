# fault: trimmed vertices are decided before those that they lead to
# function: decide_trimmed
# suites: solve
s/; i < game->vertices; i++) {/, j; i < game->vertices; i++) {\n        j = 2 * game->vertices - trimmed - 1 - i;\n        if (j > i) {\n            uint32_t other = solving->queue[j];\n            solving->queue[j] = solving->queue[i];\n            solving->queue[i] = other;\n        }/
