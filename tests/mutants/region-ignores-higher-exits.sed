# fault: edges to regions above are no ways out of a region
# function: region_seed
# suites: region
s/is_open || (sees & REGION_SEES_HIGHER)/is_open/
