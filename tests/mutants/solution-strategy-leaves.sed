# fault: a strategy may leave what its player wins
# function: check_strategy
# suites: solution_verify
s/solution->winner\[strategy\] == solution->winner\[v\]/strategy < game->vertices/
