# fault: lifting ends as soon as shortcuts lift nothing more
# function: spm_side_is_done
# suites: spm spm_shortcuts
s/.size == 0 \&\& side->graph->target_levels == NULL/.size == 0/
