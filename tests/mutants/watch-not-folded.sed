# fault: labels are not watched where vectors are folded
# function: add_folded_successor
# suites: check_oracle
s/= NULL/= NULL \&\& expansion->model.header->observer_states != 0/
