# fault: a checkpoint has the counts of the moment, so a level that is expanded again counts twice
# function: header_of
# file: explore_checkpoint.c
# suites: checkpoint
s/own->transitions/search->workers[0].transitions/
