# fault: edges that hiding makes equal are counted twice
# function: contract_repeated
# file: contract_core.h
# suites: rounds
s/repeated++;//
