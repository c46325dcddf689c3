# fault: an error state that the observer reaches alone is not seen
# file: explorer/expand.c
# suites: check_observer
s/if (core_load_relaxed(&watch->error_level)/if (label != MODEL_NONE \&\& core_load_relaxed(\&watch->error_level)/
