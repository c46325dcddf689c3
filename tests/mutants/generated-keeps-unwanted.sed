# fault: a solution that nobody wants is kept
# function: solve_generated
# suites: game_generate
s/failed || (wanted >> \*winner & 1) == 0/failed/
