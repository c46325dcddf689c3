# fault: the other player is attracted when one of its edges leads there
# function: is_not_won_by
# suites: solve
s/ != winner/ > 3 + winner/
