# fault: vertices are peeled at the time of the last parting
# file: decompose/components/component_order.c
# suites: component_evidence
s/order->cut\[k + 1\] = ++blocks->time/order->cut[k + 1] = blocks->time/
