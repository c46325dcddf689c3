# fault: what other processes do in a rule is not part of its context
# function: read_participants
# file: seam.c
# suites: composition
# cases: 2700
s/add_context_word(seam, reading, participant->class_index) != 0/0/
