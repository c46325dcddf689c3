# fault: progress is told to a callback that has ended itself
# function: pass_progress
# suites: library
s/NULL)/NULL \&\& context->stop > 1)/
