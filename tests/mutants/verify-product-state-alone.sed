# fault: the verifier reads the predicates of no state
# function: read_state
# file: verify_product.c
# suites: ltl_chance
s/product->value\[a\] = (uint8_t)holds;/product->value[a] = 0;/
