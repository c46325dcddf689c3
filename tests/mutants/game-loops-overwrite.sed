# fault: self-loops of dead ends overwrite the edges of the next state
# function: build_rows
# suites: game_generate
s/fresh + expansion->sources/fresh/
