# fault: pairs with the same first word are one pair
# function: intern_is
# suites: table
s/return seen == word1/return seen != 0/
