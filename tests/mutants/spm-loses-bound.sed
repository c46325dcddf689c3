# fault: a component goes one above its bound
# function: spm_raise
# suites: spm
s/mask) </mask) <=/
