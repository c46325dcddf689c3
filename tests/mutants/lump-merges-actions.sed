# fault: rates of different actions are added
# function: find_part
# file: lump_labels.c
# suites: lump
s/internal ? 1 : action/0/
