# fault: a vertex with one successor counts as one that had none
# function: complete_row
# suites: game_generate
s/= length == 0/= length <= 1/
