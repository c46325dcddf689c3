# fault: when other ranks have given everything, keys of a rank are not in the checkpoint
# function: give_rest
# file: explore_checkpoint_ranks.c
# suites: checkpoint_ranks
s/while (run_round(gathering))/if (run_round(gathering) \&\& 0)/
