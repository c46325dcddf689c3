# fault: a self-loop decides a vertex for the player of its priority, even if the owner has other edges
# function: region_loop
# suites: region
s/(owner == parity || !(sees \& REGION_SEES_OTHERS))/1/
