# fault: vertices beyond those with a single move never count as lost
# function: is_open
# file: formula_path_lost.c
# suites: formula_evidence
s/game->targets\[edge\] != game->targets\[begin\]/1/
