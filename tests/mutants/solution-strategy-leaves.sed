# fault: a strategy may leave what its player wins
# file: parity/game/solution_verify.c
# suites: solution_verify
s/return solution->winner\[strategy\] == solution->winner\[v\]/return strategy < game->vertices/
