# fault: what is shown lacks parentheses on the right
# function: put_chain
# file: prism_show.c
# suites: prism prism_random
s/same ? strength : strength + 1/strength/
