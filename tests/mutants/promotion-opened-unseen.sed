# fault: the first vertices of a region count as closed whatever the region loses
# function: release_member
# file: promotion_mend.c
# suites: solve
s/look_again(mending, vertex)/(void)mending/
