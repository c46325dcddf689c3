# fault: memory is asked for what a forged header counts
# function: has_words
# suites: checkpoint_files
# cases: 400
s/header->states <= words/1/
