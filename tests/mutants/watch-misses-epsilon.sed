# fault: an error state that the observer reaches alone is not seen
# file: explorer/expand.c
# suites: check_observer
s/if (model->header->observer_states != 0 && core_load_relaxed(&watch->error_level)/if (model->header->observer_states != 0 \&\& label != MODEL_NONE \&\& core_load_relaxed(\&watch->error_level)/
