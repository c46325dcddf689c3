# fault: rules with guards are seen as if they had none
# function: count_rule
# file: seam.c
# suites: composition compose
s/seam->is_guarded |= .*/(void)is_final;/
