# fault: of states in no order that are handed over, each share counts all of older levels
# function: handover_end
# suites: checkpoint_gpus
s/i == 0 ? begin\[l\] : 0/begin[l]/
