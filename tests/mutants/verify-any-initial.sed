# fault: a trace may begin anywhere
# function: begin_path
# suites: check_prism verify
s/!walker_is_initial(verifier->walker, follow->trace->states)/0/
