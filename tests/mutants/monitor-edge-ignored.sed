# fault: an ERROR transition makes no error state
# file: checker/monitor.c
# suites: check_oracle check_command
s/if (lts->labels\[lts->label\[move\]\] == id) {/if (lts->labels[lts->label[move]] == id + 1) {/
