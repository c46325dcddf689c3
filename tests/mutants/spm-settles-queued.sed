# fault: won vertices are found without those in the queue
# function: find_inside
# suites: spm
s/look_at_changed(settling, vertex)//
