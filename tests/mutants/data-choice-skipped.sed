# fault: the last participant of a rule begins anew at its second command
# function: data_next_choice
# file: data_choices_core.h
# suites: prism_compile
s/data_choose_first(image, scratch, at, located);/data_choose_first(image, scratch, at, located), scratch->chosen[at]++;/
