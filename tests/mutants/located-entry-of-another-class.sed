# fault: a component that has no commands of a class where it is takes those of the next one
# function: data_find_entry
# file: data_choices_core.h
# suites: data_located
s/ && data_entries(image)\[low\].class_index == class_index//
