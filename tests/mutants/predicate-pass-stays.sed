# fault: the walker's product stays where the search's passes
# function: strategy_moves_pass
# suites: check_predicates
s/while (.*$/while (0) {/
