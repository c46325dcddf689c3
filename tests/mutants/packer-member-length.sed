# fault: the header of a gzip member says a wrong length
# function: pack_member
# suites: stream
s/all - 1)/all)/
