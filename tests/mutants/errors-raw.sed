# fault: errors quote what was given as it is
# function: job_fail
# suites: text
s/text_print(text, 0/fputs(text/
