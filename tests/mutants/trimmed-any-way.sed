# fault: the winner of a vertex that no cycle reaches chooses any edge
# function: decide_trimmed
# suites: solve
s/< end &/> end \&/
