# fault: a vertex with one successor counts as a dead end
# function: complete_row
# suites: game_generate
s/= length == 0/= length <= 1/
