# fault: where a strategy leads to what is tainted, it is not tainted itself
# file: parity/regions/region_core.h
# suites: region
s/: view->strategy\[source\] != target)) {/: 1)) {/
