# fault: components that can be left inside the region count as tangles
# function: append_vertices
# suites: tangles
s/has_edge \&\& !has_way/has_edge/; s/ \&\& !has_way; i++/; i++/
