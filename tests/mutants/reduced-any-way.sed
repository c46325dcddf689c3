# fault: whoever wins a vertex by a smaller game goes any way
# function: take_over
# suites: solve
s/!= reduction->solution.strategy\[number\]/== NOWHERE/
