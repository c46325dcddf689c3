# fault: while edges are counted, a vertex is attracted with one edge left
# function: is_drawn
# suites: solve
s/ways < 4/ways < 6/
