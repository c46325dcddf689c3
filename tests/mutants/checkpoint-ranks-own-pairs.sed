# fault: rank 0 writes its own pairs of folded vectors, without those that only other ranks have
# function: gather_pairs
# suites: checkpoint_ranks
s#content->header->pairs = .*;##
