# fault: a choice whose moves are part of another's is taken for the same
# function: same_choice
# suites: walk
s/agrees(walk, a, b) && agrees(walk, b, a/(agrees(walk, a, b) || agrees(walk, b, a)/
