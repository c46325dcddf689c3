# fault: a vertex is attracted to one that its opponent has won
# function: region_is_inside
# suites: region
s/other = REGION_OWNER/& | REGION_FOR_ODD/
