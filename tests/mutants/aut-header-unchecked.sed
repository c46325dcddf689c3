# fault: a file with fewer transitions than its header says is read
# function: read_transitions
# file: aut.c
# suites: aut
s/== reader->transitions$/<= reader->transitions/
