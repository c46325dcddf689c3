# fault: the states of a full block are missing from their level
# function: level_writer_room
# suites: explore_oracle
s/close_segment(store, writer) == 0/writer->block != NULL/
