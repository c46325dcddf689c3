# fault: every path counts as ending in a deadlock
# function: evaluate_modality
# suites: verify_regular
s/>ends_in_deadlock/>steps != UINT64_MAX/
