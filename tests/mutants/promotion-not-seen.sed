# fault: vertices that lost an edge to a lower region are not examined again
# function: highest_to_look_at
# suites: solve
s|level == 0|level < UINT32_MAX|
