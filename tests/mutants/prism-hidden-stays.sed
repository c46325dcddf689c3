# fault: a hidden action still synchronises
# function: show_action
# file: prism_compose.c
# suites: prism_compile
s/found == NULL ? action/found == NULL || found->to == PRISM_NONE ? action/
