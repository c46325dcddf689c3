# fault: LABEL #K always takes the first target
# function: choose_label
# suites: simulate
s/(number > 0 ? number - 1 : 0)/0 * number/
