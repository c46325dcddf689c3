# fault: par with #n never chooses the last branch
# function: join_choices
# suites: network explore_oracle
s/> count/>= count/
