# fault: an error in a predicate of a game is described as that of the first predicate
# function: tested_predicate
# suites: check_prism
s/while (data_predicates/while (0 \&\& data_predicates/
