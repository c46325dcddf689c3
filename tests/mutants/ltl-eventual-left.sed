# fault: F f is f for every until of which a side is eventual
# function: ltl_binary
# suites: ltl
s/node.is_eventual = left == LTL_TRUE || b.is_eventual;/node.is_eventual = a.is_eventual || b.is_eventual || left == LTL_TRUE;/
