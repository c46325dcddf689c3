# fault: a loop is decided for its owner whatever its priority
# file: parity/preprocess/solve_by_parts.c
# suites: solve
s/unsigned winner = game->priority\[vertex\] \& 1;/unsigned winner = game->owner[vertex];/
