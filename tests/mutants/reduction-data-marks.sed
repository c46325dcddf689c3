# fault: commands that close cycles are not marked
# function: is_marked
# file: stubborn_data.c
# suites: partial_order
s/return 1/return 0/
