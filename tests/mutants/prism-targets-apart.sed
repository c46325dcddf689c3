# fault: branches with one target are two transitions
# function: merge_entries
# file: prism_rows.c
# suites: prism
s/walk->model->variable_count) == 0/walk->model->variable_count) > 0/
