# fault: a formula of any size is followed
# function: add_position
# suites: simulate
s/MOST_OPERATORS) > MOST_OPERATORS/MOST_OPERATORS) > MOST_OPERATORS + 1/
