# fault: a stop that comes before a call is lost
# function: library_begin
# suites: library
s/^    uint64_t available = /    context->stop = 0;\n&/
