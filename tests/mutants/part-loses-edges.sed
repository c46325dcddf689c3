# fault: edges of the first vertex by which a part of a game grows are not copied
# function: copy_vertices
# suites: game_part
s/first_edge = part->offsets\[first\]/first_edge = part->offsets[first + 1]/
