# fault: a vertex whose strategy leads to a tainted vertex is not tainted
# function: region_taint
# suites: region
s/view->strategy\[source\] != target/1/
