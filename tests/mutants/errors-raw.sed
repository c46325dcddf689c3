# fault: errors quote control characters as they are
# function: job_fail
# suites: text
s/text_print(text, 0/fputs(text/
