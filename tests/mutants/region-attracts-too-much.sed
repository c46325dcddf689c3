# fault: the opponent is attracted although an edge leads elsewhere in the subgame
# function: region_attract
# suites: region
s/REGION_SEES_LOWER, lanes)/REGION_SEES_INSIDE, lanes) || 1/
