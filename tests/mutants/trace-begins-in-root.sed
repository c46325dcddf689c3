# fault: where the observer has a ROOT state, traces begin there
# function: write_path
# file: trace_path.c
# suites: check_prism
s/path->length - (.*)/path->length/
