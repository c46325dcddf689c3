# fault: what was decided for the other player is not passed on
# file: parity/spm_settle.c
# suites: spm
s/            spm_queue_push(&side->queue, vertex);/            ;/
