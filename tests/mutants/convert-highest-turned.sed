# fault: a priority that is too high for min-parity is accepted
# function: read_priority
# suites: convert game_read
s/reader->options->min || reader->options->to_min ? 2 : 1/1/
