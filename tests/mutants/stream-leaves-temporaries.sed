# fault: a signal leaves a temporary file
# function: on_fatal_signal
# suites: outputs
s/output_remove_temporaries();//
