# fault: vertices in no region are not seen when one that they lead to is promoted
# function: attract_between
# suites: solve
# cases: 30000
s/level, 0/level, moved->level + 1/
