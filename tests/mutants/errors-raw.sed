# fault: errors quote what was given as it is
# file: cli/common.c
# suites: text
/^int job_fail(/,/^}/s/text_print(text, 0, stderr);/fputs(text, stderr);/
