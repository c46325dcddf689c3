# fault: a file with fewer transitions than its header says is read
# function: aut_read_end
# suites: aut
s/== reader->transitions$/<= reader->transitions/
