# fault: variables of a sort without numbers take one and the same value that occurs nowhere
# function: room_in
# file: domain.c
# suites: formula_data
s/domain->is_number ? region : REGION_OTHER/region/
