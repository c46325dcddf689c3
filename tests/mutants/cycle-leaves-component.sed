# fault: edges that leave the component count as edges on a cycle
# function: cycle_is_inside
# suites: cycle
s/view->component\[view->graph.targets\[edge\]\] == component/component != UINT32_MAX - 1/
