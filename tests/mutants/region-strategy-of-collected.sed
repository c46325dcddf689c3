# fault: the head of a won region chooses an edge that leaves the region
# function: region_choose
# suites: region
s/(view->all || !(place \& REGION_TAINTED))) {$/1) {/
