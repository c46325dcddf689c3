# fault: a head without an edge inside does not open its region
# function: region_seed
# suites: region
s/region_is_head(view, vertex) .*$/0;/
