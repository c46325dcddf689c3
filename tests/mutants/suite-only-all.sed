# fault: --only selects everything
# function: is_selected
# suites: suites_command
s/int selected = only->count == 0;/int selected = 1;/
