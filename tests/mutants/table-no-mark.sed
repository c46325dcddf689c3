# fault: tables mark the beginning of the cycle a step too late
# function: put_steps
# suites: walk
s/step == table->trace->lasso/step == table->trace->lasso + 1/
