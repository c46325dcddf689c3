# fault: while ways out are counted, a vertex is attracted with one way left
# file: parity/solving.h
# suites: solve
s/int is_drawn = (ways \& 1) == player || ways < 4;/int is_drawn = (ways \& 1) == player || ways < 6;/
