# fault: a strategy in a small part of a game counts as the shortest
# function: formula_strategy_is_final
# suites: formula_part
s/strategy->rank <= strategy->distance/1/
