# fault: what a failed copy left is exchanged
# function: exchange_with
# suites: spm_rounds
/memset(measures, 0, bytes);/d
