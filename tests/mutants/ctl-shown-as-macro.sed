# fault: what a macro means is not shown as it was written
# function: place
# file: ctl_macros.c
# suites: ctl
s/->extent = reading->of->extent/->extent = nowhere.extent/
