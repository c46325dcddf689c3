# fault: steps that were taken back are still counted
# function: forget_other_steps
# suites: check_ltl
s/added != 0 \&\& followed->rest.count > same + 1/added > followed->rest.count + length/
