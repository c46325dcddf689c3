# fault: every move of a process has the label of the first move from its state
# function: walk_leaf
# suites: trace_step
s/lts->target\[m\], lts->label\[m\]/lts->target[m], lts->label[lts->row[local]]/
