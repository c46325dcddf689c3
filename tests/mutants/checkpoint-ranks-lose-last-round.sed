# fault: when other ranks have given everything, keys of a rank are not in the checkpoint
# function: gathering_end
# suites: checkpoint_ranks
s/while (run_round(gathering))/if (run_round(gathering) \&\& 0)/
