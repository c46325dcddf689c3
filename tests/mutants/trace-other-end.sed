# fault: a trace goes to the error state that the least state leads to
# function: note_error
# suites: check_oracle check_observer
s/sort_compare_long_rows(target, finder->best, words)/sort_compare_long_rows(finder->row, finder->best + words, words)/
