# fault: lifting ends when nothing is left to lift over shortcuts
# file: parity/measures/spm.h
# suites: spm spm_shortcuts
s/return side->queue.size == 0 \&\& side->graph->target_levels == NULL;/return side->queue.size == 0;/
