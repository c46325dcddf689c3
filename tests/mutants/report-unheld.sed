# fault: data can end the script of a page
# function: output_write
# suites: report
s/output->in_page/0/
