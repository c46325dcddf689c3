# fault: functions that show a model with data are asked of a copy of the network
# function: show_value
# file: compose_data.c
# suites: check_fair_modules
s/network->maker)/network)/
