# fault: an error state that the observer reaches alone is not seen
# file: explorer/search/expand.c
# suites: check_observer
s/if (shared64_load(&watch->error_level)/if (label != MODEL_NONE \&\& shared64_load(\&watch->error_level)/
