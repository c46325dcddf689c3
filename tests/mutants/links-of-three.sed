# fault: links forget the third participant of a rule
# function: can_be_linked
# suites: explore_oracle
s/ != 2 ||/ < 2 ||/
