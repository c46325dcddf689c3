# fault: a check goes on after an error of the model
# function: check_note_fault
# suites: check_prism
s/checking->fault = \*error;/(void)error;/
