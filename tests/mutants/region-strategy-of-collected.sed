# fault: a head of a region that is won goes to where it can be left
# function: region_choose
# suites: region
s/(view->all || !(place \& REGION_TAINTED))) {$/1) {/
