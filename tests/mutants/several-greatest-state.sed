# fault: the state of a dtmc with several commands is not the least
# function: expansion_note_several
# suites: explore_data
s/value < least ? -1 : value > least/value > least ? -1 : value < least/
