# fault: a slot of 32 bits that another thread was faster to claim counts as if it held the key
# function: half_probe_step
# suites: half
s/seen == 0 || seen == wanted/seen == 0 || seen != 0/
