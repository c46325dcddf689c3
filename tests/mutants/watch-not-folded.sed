# fault: labels are not watched where vectors are folded
# file: explorer/search/expand.c
# suites: check_oracle
/^CORE_FUNCTION int take_row/,/^}/s/expansion->watch != NULL/expansion->watch != NULL \&\& expansion->model.header->observer_states != 0/
