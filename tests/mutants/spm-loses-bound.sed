# fault: a component exceeds its bound by one
# function: spm_raise
# suites: spm
s/mask) </mask) <=/
