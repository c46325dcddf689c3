# fault: a hidden action still synchronises
# function: show_actions
# file: prism_compose.c
# suites: prism_compile
s/one->action = PRISM_NONE;//
