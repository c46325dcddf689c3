# fault: memory is asked for the pairs that a forged header counts
# function: has_words
# suites: checkpoint_files
s/ && header->pairs <= words//
