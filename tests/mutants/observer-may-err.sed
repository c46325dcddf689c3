# fault: an expression without a word over the network's labels is found by a search of one state
# function: may_err
# suites: check_properties
s/row\[observer->classes\]/row[0]/
