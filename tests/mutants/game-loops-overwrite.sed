# fault: edges to a dead end itself overwrite what was found for the next state
# file: explorer/graph/graph_build.c
# suites: game_generate
s/\*found = fresh + expansion->sources/*found = fresh/
