# fault: the other player is attracted when one of its edges leads there
# function: is_not_won_by
# suites: solve
s/solving->winner\[target\] != winner/0/
