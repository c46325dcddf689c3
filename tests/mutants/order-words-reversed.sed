# fault: states are numbered by their words from the first to the last
# file: explorer/graph/graph_order.c
# suites: explore_oracle
s/for (uint32_t word = order->words; word-- > 0 .*) {/for (uint32_t word = 0; word < order->words; word++) {/
