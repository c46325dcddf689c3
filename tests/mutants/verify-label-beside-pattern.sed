# fault: evidence may have members that exclude each other
# function: evidence_take_key
# suites: evidence_fuzz
s/found == 1/found > 0/
