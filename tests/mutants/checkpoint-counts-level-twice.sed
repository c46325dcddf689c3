# fault: a checkpoint has the counts of the moment, so a level that is expanded again counts twice
# function: explore_checkpoint_header
# file: explore_checkpoint_cpu.c
# suites: checkpoint
s/counts->transitions/search->workers[0].transitions/
