# fault: a variable that becomes the sum of another one and a number is said to grow by the number
# function: change_of
# file: data_distinct.c
# suites: explore_data
s/assignment->from == variable/assignment->from != DATA_NONE/
