# fault: the key of a hash is not the one whose hash it is
# function: half_key
# file: half_core.h
# suites: half
s/>> view->fold << view->spare/>> view->fold << (view->spare - 1)/
