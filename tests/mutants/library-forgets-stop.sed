# fault: a stop that comes before a call is lost
# function: library_begin
# suites: library
s/^    job_renew(job);/    context->stop = 0;\n&/
