# fault: the winner of a vertex in a smaller game chooses any edge
# function: take_over
# suites: solve
s/!= reduction->solution.strategy\[number\]/== NOWHERE/
