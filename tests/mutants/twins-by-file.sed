# fault: components of one file share their rows though they are renamed differently
# function: find_twin
# suites: explore_oracle
s/& same_classes(component + other, component + c) &&/\&/
