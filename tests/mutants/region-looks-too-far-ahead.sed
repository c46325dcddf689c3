# fault: a thread that looks at several successors together leaves some of them out
# file: parity/regions/region_core.h
# suites: region
s/edge < end \&\& !(sees \& enough); edge += REGION_AHEAD)/edge < end \&\& !(sees \& enough); edge += 2 * REGION_AHEAD)/
