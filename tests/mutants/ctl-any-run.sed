# fault: operators under A may lack one of their own
# function: convert_quantifier
# file: ctl_macros.c
# suites: ctl
s/!is_state(reading, run)/reading->part[run->left].state == NULL/
