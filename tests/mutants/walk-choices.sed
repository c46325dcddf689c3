# fault: a choice is equal to another that contains its moves
# function: same_choice
# suites: walk
s/agrees(walk, a, b) && agrees(walk, b, a/(agrees(walk, a, b) || agrees(walk, b, a)/
