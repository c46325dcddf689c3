# fault: a deadlock may be asked for after any expression
# function: ends_idle
# suites: composed
s/count > 0 \&\& is_idle.*;/count > 0;/
