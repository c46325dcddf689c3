# fault: the result of a failed copy is used
# function: exchange_with
# suites: spm_rounds
/memset(measures, 0, bytes);/d
