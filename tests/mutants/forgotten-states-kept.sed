# fault: graphs are made of states that were not all kept
# function: exploration_check_kept
# suites: gpus_graph
s/if (exploration->space.levels_kept) {/if (exploration->space.levels_kept || effort->gpus != 0) {/
