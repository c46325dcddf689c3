# fault: who comes to a vertex that no cycle leads to goes any way, and wins it
# function: decide_trimmed
# suites: solve
s/< end &/> end \&/
