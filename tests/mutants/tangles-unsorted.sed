# fault: the levels of an inner part come in no order
# function: keep_rest
# suites: tangles
# cases: 2000
s/(uint64_t)solving->level\[vertex\] << 32 | vertex/vertex/
