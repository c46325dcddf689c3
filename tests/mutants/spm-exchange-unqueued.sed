# fault: vertices that the other side settled are not queued
# function: exchange_measures
# suites: spm_rounds
s/            spm_queue_push(\&side->queue, vertex);//
