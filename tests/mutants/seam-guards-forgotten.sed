# fault: rules with guards are seen as if they had none
# function: note_kind
# file: seam.c
# suites: composition compose
s/seam->is_guarded |= .*/(void)is_final;/
