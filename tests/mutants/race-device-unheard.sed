# fault: a solution of the GPU is ignored
# function: race_both
# suites: solve_auto
s/&device)/NULL)/
