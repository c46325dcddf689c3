# fault: a trace goes to the error state that the least state leads to
# function: note_error
# suites: check_oracle check_observer
s/trace_compare(target, finder->best, words)/trace_compare(finder->row, finder->best + words, words)/
