# fault: an unwanted solution is kept
# function: solve_generated
# suites: game_generate
s/failed || (wanted >> \*winner & 1) == 0/failed/
