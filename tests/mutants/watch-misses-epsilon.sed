# fault: an error state that the observer reaches alone is not seen
# function: note_sight
# file: expand.c
# suites: check_observer
s/shared64_load(&watch/label != MODEL_NONE \&\& shared64_load(\&watch/
