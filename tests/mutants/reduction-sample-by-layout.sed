# fault: which states the trial of the reduction looks at depends on the layout
# function: is_chosen
# file: reduction_trial.c
# suites: partial_order_examples
s/model_field(model->component + c, trial->row)/trial->row[c % header->words]/
