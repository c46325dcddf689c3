# fault: what is written into the script of a page may end it
# function: output_write
# suites: report
s/output->in_page/0/
