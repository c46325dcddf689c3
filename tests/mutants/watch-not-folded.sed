# fault: labels are not watched where vectors are folded
# function: take_row
# suites: check_oracle
s/= NULL/= NULL \&\& expansion->model.header->observer_states != 0/
