# fault: the blocks of each buffer of a checkpoint are counted from 0
# function: flush
# file: checkpoint_writer.c
# suites: checkpoint
s/writer->first += blocks/writer->first += 0 * blocks/
