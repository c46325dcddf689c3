# fault: what is won is looked for without regard to what is queued
# function: find_inside
# suites: spm
s/look_at_changed(settling, vertex)//
