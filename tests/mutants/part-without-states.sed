# fault: states of targets beyond a part of a game are those of other vertices
# function: copy_states
# file: game_part.c
# suites: formula_part
s/for (uint64_t k = first; k < part->far_rows.count/for (uint64_t k = first + 1; k < part->far_rows.count/
