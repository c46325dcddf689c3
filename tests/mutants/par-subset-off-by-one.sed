# fault: par with #n leaves out the choices of the last branch
# function: join_choices
# suites: network explore_oracle
s/> count/>= count/
