# fault: an unwanted solution is kept
# function: solve_generated
# suites: game_generate
s/(wanted >> \*winner & 1) == 0 ||/wanted > 3 ||/
