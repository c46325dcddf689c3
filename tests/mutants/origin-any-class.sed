# fault: rules of other labels of the same process say what becomes of a label
# function: has_meant
# file: label_origin.c
# suites: label_origin
s/participant->component\] + participant->class_index/participant->component]/
