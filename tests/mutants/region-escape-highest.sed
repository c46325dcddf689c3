# fault: a region is promoted to the highest region that the opponent can go to
# file: parity/region_core.h
# suites: region
s/level < \*escape ? level : \*escape/*escape == REGION_NO_ESCAPE || level > *escape ? level : *escape/
