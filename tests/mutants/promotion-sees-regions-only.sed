# fault: vertices outside every region are overlooked when a successor is promoted
# function: attract_between
# suites: solve
# cases: 30000
s/level, 0/level, moved->level + 1/
