# fault: an observer follows every label as the first one
# function: successors_step
# suites: observer
s/\[label/[0 * label/
