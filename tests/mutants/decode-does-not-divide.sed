# fault: combinations of several participants' moves are decoded with the same digit for all
# file: explorer/model/successors_core.h
# suites: explore_oracle
s/number \/= count;/number \/= 1;/
