# fault: A and E (f U g) need no g
# function: quantify
# file: ctl_macros.c
# suites: ctl
s/fixpoint(reading, on_all, 1, 0, f, g)/fixpoint(reading, on_all, 0, 0, f, g)/
