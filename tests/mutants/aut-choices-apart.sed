# fault: every prob transition is a choice of its own
# file: frontend/formats/aut_choices.c
# suites: aut
s/if (groups->state\[group\] != state) {/if (groups->state[group] != state || 1) {/
