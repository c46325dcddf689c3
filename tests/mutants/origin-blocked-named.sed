# fault: processes whose label never occurs are named beside those whose label is renamed
# function: look_at_process
# file: label_origin.c
# suites: label_origin
s/moves ? &origin->moving : &origin->blocked/\&origin->moving/
