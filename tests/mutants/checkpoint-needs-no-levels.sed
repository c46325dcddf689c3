# fault: a search that needs its older levels is continued from a checkpoint that does not have them
# function: search_checkpoint_open
# file: explore_checkpoint.c
# suites: checkpoint
s/options->keep_levels && !options->may_forget/0/
