# fault: processes of one file share rows although their labels are renamed differently
# function: find_twin
# suites: explore_oracle
s/& same_classes(component + other, component + c) &&/\&/
