# fault: a thread that looks at several successors together leaves some of them out
# function: region_look_ahead
# suites: region
s/REGION_AHEAD)/2 * REGION_AHEAD)/
