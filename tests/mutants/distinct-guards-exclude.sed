# fault: branches of different commands count as different
# function: exclude
# suites: explore_data
s/return 0;/return one != other;/
