# fault: vertices outside every region are overlooked when a successor is promoted
# function: attract_between
# suites: solve
# cases: 30000
s/UINT32_MAX : 0)/UINT32_MAX : moved->level + 1)/
