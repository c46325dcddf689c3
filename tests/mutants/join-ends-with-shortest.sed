# fault: joined levels have no states of the parts after the first that has fewer levels
# function: level_store_join
# file: level_store.c
# suites: level_store gpus_graph
s/^        for (uint32_t i = 0; i < count;/        for (uint32_t i = 0; i < count \&\& level < stores[i]->levels;/
