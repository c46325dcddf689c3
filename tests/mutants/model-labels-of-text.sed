# fault: actions that a PRISM process hides or blocks are labels of its network
# function: add_action_labels
# suites: explore_mixed
s/occurs\[action\] ? semantics_intern(semantics, text, strlen(text)) : SEMANTICS_NONE/semantics_intern(semantics, text, strlen(text))/
