# fault: x-1 is computed as x+1
# function: shape_assignment
# suites: explore_data
s/: -constant_of/: constant_of/
