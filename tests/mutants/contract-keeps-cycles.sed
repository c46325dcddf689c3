# fault: internal edges within a component stay
# function: contract_keeps
# file: contract_core.h
# suites: rounds
s/ || view->component.*/ || own != own + 1;/
