# fault: chains of U are grouped to the left
# function: refuse_chain
# suites: ltl_command
s/shape == LTL_SHAPE_CLOSED ||/1 ||/
