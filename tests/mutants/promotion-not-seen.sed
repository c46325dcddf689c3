# fault: vertices that lost a way down are not looked at again
# function: highest_to_look_at
# suites: solve
s|level == 0|level < UINT32_MAX|
