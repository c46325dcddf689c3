# fault: what is to come again and again need come only once
# function: check_property
# suites: check_schedulers
s/property->kind == PROPERTY_ALMOST_SURELY_REPEATEDLY/0/
