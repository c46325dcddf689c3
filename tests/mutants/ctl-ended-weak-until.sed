# fault: f W g at the end of a run needs f and g
# function: ended
# file: ctl_macros.c
# suites: ctl
s/ended_join(reading, FORMULA_OR, f, g)/ended_join(reading, FORMULA_AND, f, g)/
