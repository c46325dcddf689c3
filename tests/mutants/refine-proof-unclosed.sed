# fault: a failed proof leaves what leads to the vertices that belong apart
# function: refine_prove
# file: refine_prove.c
# suites: refine
s/return refine_close(refinement)/refinement->list_count = refinement->next_count, memcpy(refinement->list, refinement->next, refinement->next_count * 4), refinement->next_count = 0; return 0/
