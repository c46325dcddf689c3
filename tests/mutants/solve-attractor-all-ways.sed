# fault: the other player is attracted when one of his ways leads there
# function: has_other_way
# suites: solve
s/won\[row\[place\]\] != winner/0/
