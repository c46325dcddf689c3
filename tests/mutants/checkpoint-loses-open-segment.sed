# fault: keys of the next level that are still in a thread's writer are not in the checkpoint
# function: put_open
# file: explore_checkpoint_cpu.c
# suites: checkpoint
s/i < search->run->threads && !failed/i + 1 < search->run->threads \&\& !failed/
