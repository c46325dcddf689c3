# fault: members of a joint observer read the letters of the first one
# function: find_classes
# file: joint_observer.c
# suites: check_together
s/joining->member\[m\]->class_of_label\[label\]/joining->member[0]->class_of_label[label]/
