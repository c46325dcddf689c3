# fault: a signal that both processes get counts twice
# function: front_repeats
# suites: front
s/<= counts/< 0 * counts/
