# fault: edges to a dead end itself overwrite what was found for the next state
# function: build_rows
# suites: game_generate
s/fresh + expansion->sources/fresh/
