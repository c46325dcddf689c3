# fault: while ways out are counted, a vertex is attracted with one way left
# function: is_drawn
# suites: solve
s/ways < 4/ways < 6/
