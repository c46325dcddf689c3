# fault: a head of a region that is won goes to where it can be left
# file: parity/regions/region_core.h
# suites: region
s/(view->all || !(place \& REGION_TAINTED))) {$/1) {/
