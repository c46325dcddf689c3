# fault: a stop that comes before a call is lost
# file: library/context.c
# suites: library
s/^    uint64_t available = /    context->stop = 0;\n&/
