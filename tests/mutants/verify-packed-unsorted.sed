# fault: a packed certificate may have a state twice
# function: add_packed
# suites: packed_certificate
s/record) >= 0/record) > 0/
