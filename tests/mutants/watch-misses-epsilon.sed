# fault: an error state that the observer reaches alone is not seen
# function: note_sight
# file: expand_internal.h
# suites: check_observer
s/shared64_load(&watch/label != MODEL_NONE \&\& shared64_load(\&watch/
