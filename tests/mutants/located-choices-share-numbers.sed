# fault: combinations of commands with locations share numbers
# function: data_choice_number
# file: data_choices_core.h
# suites: data_located
s/number \* (scratch->ends\[i\] - scratch->begins\[i\])/number/
