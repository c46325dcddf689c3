# fault: the text of own labels takes the last one for the label of all
# function: trace_common_label
# suites: trace_step
s/own == NULL || (i > 0 && own != common)/own == NULL/
