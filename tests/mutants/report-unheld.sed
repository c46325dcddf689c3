# fault: what is written into the script of a page may end it
# file: base/stream/output.c
# suites: report
s/while (output->in_page \&\&/while (0 \&\&/
