# fault: a command whose rates are all 0 has priority in a network with PRISM models
# function: data_ability_of
# suites: explore_mixed
s/able.moves = sum > 0/able.moves = 1/
