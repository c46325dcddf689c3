# fault: a vector is dropped although another one is in its place of the cache
# function: exchange_send
# file: explorer/distributed/exchange.h
# suites: ranks
s/cached\[0\] == (vector\[0\] | EXCHANGE_USED)/cached[0] != 0/
