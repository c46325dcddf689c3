# fault: a stop is not noticed within a read
# function: read_step
# suites: stream
s/run_should_stop(input->run)/0/
