# fault: of transitions that differ in own labels, a step is always shown as the first
# function: trace_transition
# suites: walk simulate
s/way == trace_way(trace, step)/way == 0/
