# fault: a level that is spilled loses a state
# file: explorer/search/level_store.c
# suites: check_levels
s/segments\[0\] = (struct level_segment){block->keys, keys, block};/segments[0] = (struct level_segment){block->keys, keys - 1, block};/
