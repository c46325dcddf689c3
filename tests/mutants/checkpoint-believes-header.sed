# fault: memory is asked for the levels that a forged header counts
# function: has_words
# suites: checkpoint_files
s/header->states <= words && //
