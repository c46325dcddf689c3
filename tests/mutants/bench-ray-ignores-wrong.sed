# fault: the edges of a solid ring are reversed nowhere
# function: ray_crosses
# suites: graph_family
s/ != is_wrong/ != (is_wrong \&\& 0)/
