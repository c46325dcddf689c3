# fault: networks with priorities are reduced
# function: stubborn_refusal
# suites: partial_order reduction_command
s/network->guards != 0 || network->strata != 1/network->strata == 0/
