# fault: --state-labels writes each label for its first state only
# function: mdp_writer_each_label
# file: frontend/formats/mdp_writer.c
# suites: mdp_write
s/writer->used\[name\] != (uint32_t)state/writer->used[name] == UINT32_MAX/
