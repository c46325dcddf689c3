# fault: a search that is continued knows what the unfinished level has shown, and ends before it
# function: forget_level
# suites: checkpoint
s/result->label_level\[i\] < level ?/1 ?/
s/result->deadlock_level < level ?/1 ?/
