# fault: what is below what is below a label is not below it
# file: frontend/exp/compile/compose_prio.c
# suites: network explore_oracle
s/uint64_t fresh = linked\[below[^;]*;/uint64_t fresh = 0;/
