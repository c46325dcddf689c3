# fault: the verifier asks for one initial state with a rank
# function: end_product
# file: verify_scheduler.c
# suites: ltl_chance
s/lacking += (uint64_t)(begins \&\& !has)/lacking += 0/
