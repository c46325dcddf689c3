# fault: a checkpoint is written over the last one, so a full disk costs both
# function: checkpoint_writer_create
# suites: checkpoint_files
s/CHECKPOINT_NEW/""/
