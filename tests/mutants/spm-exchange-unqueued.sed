# fault: what was taken from the other side is not told
# function: exchange_measures
# suites: spm_rounds
s/            spm_queue_push(\&side->queue, vertex);//
