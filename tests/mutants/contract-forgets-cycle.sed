# fault: the component of a cycle of internal edges does not diverge
# function: contract_map
# file: contract_core.h
# suites: rounds
s/own == vertex \&\& //; s/bitmap_has(view->cyclic, own)/own % 2 == 0 \&\& bitmap_has(view->cyclic, own)/
