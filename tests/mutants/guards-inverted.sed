# fault: a guard holds when it was falsified
# function: successors_guards_hold
# suites: explore_oracle
s/(falsified/(~falsified/
