# fault: what a region began with stays closed whatever the region loses
# function: release_member
# file: promotion_mend.c
# suites: solve
s/look_again(mending, vertex)/(void)mending/
