# fault: a quantified variable of an infinite sort takes only the values that occur
# function: room_in
# file: data/domain.c
# suites: formula_data
s/return used < room ? used : room;/return 0;/
