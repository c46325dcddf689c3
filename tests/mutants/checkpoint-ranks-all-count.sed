# fault: each rank counts the transitions before a checkpoint
# function: take_counts
# file: explore_restore.c
# suites: checkpoint_ranks
s/search->run->ranks->rank == 0/1/
