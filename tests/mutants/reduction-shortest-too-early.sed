# fault: the search for shortest traces ends before their depth
# function: depth_to_search
# suites: check_reduced
s/target->length - shortest_length(target)/1/
