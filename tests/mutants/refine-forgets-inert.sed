# fault: what leads to changed vertices by inert edges is not looked at again
# function: close_part
# file: refine_mark.c
# suites: refine
s/if (refine_is_inert(/if (!refine_is_inert(/
