# fault: of states in no order that are handed over, each share counts all of older levels
# function: handover_note_section
# suites: checkpoint_gpus
s/i == 0 ? all\[l\] : 0/all[l]/
