# fault: a block of a checkpoint that is cut is taken if its checksum is missing, too
# function: refill
# file: checkpoint_reader.c
# suites: checkpoint_files
s/bytes % 8 != 0 || rest == 1/0/
s/buffer->wrong == UINT64_MAX/1/
