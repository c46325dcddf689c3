# fault: blocks of a checkpoint that are left out are not numbered
# function: skip_blocks
# suites: checkpoint_files
s/ + blocks;/;/
