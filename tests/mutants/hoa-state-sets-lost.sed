# fault: edges are not in the sets of their state
# function: hoa_begin_edge
# file: hoa_body.c
# suites: hoa
s/memcpy(syntax->draft.sets, syntax->draft.own, /memset(syntax->draft.sets, 0, /
