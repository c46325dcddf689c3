# fault: a branch of weight 0 is an outcome
# function: branches_are_taken
# suites: explore_data
s/return 0;/return 1;/
