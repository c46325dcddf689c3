# fault: the hash of an input file ignores its length
# function: sha256_end
# suites: report
s/sum->length \* 8/0/
