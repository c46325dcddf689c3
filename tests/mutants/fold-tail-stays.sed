# fault: the odd last word of a successor stays that of its source
# function: fold_rows
# suites: explore_oracle
s/words % 2 == 1/words % 2 == 2/
