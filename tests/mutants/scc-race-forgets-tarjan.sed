# fault: where Tarjan's algorithm wins the race, its components are not copied
# function: race_tarjan
# suites: scc_race
s/memcpy(task->component, component/memcpy(component, component/
