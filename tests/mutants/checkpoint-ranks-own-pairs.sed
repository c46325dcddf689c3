# fault: rank 0 writes its own pairs of folded vectors, without those that only other ranks have
# function: gather_pairs
# suites: checkpoint_ranks
s/if (saving->row == NULL) {/if (1) { header->pairs = saving->row == NULL ? 0 : shared64_load(interner_view(search->space->interner)->next);/
