# fault: no state has the label "deadlock"
# function: mark_deadlocks
# suites: check_chance
s/bitmap_set(marks, state)/(void)marks/
