# fault: what is to come again and again need come only once
# file: checker/check_schedulers.c
# suites: check_schedulers
s/\.repeatedly = property->kind == PROPERTY_ALMOST_SURELY_REPEATEDLY/.repeatedly = 0/
