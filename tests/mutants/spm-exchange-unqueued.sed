# fault: what was taken from the other side is not told
# file: parity/measures/spm_lift.c
# suites: spm_rounds
/^void spm_side_exchange(/,/^}/ s/            spm_queue_push(\&side->queue, vertex);//
