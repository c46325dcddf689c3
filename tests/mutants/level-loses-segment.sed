# fault: the states of a full block are missing from their level
# file: explorer/search/level_store.c
# suites: explore_oracle
s/if (writer->block == NULL || close_segment(store, writer) == 0) {/if (writer->block == NULL || writer->block != NULL) {/
