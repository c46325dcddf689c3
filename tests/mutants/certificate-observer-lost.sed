# fault: packed states are without the state of the monitor
# function: open_records
# suites: packed_certificate verify_check
s/model.header->components + (model.header->observer_states != 0)/model.header->components/
