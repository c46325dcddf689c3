# fault: where a strategy leads to what is tainted, it is not tainted itself
# function: region_taint
# suites: region
s/view->strategy\[source\] != target/1/
