# fault: combinations of several participants' moves are decoded with the same digit for all
# function: successors_decode
# suites: explore_oracle
s/= count/= 1/
