# fault: a state on a cycle is merged with one that differs in marks
# function: find_passing
# suites: ltl
s/if (components->has_edge\[components->component\[s\]\]) {/if (0) {/
