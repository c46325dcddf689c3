# fault: progress is reported to a callback that stopped the call
# function: pass_progress
# suites: library
s/NULL)/NULL \&\& context->stop > 1)/
