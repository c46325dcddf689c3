# fault: a level that is spilled loses a state
# function: level_store_spill
# suites: check_levels
s/, keys,/, keys - 1,/
