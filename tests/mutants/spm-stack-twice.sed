# fault: a vertex that is pushed twice is on the stack twice
# function: stack_push spm_queue_push
# suites: spm
s/^        stack_unlink(queue, vertex);\n        queue->size--;\n    }//; s/    if (spm_queue_has(queue, vertex)) {$/    if (0 \&\& spm_queue_has(queue, vertex)) {/
