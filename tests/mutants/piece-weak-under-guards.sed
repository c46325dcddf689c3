# fault: processes that prio decides about are minimised by a coarse equivalence
# function: sound_equivalence
# file: piece.c
# suites: composition
s/composition->is_rated || seam->is_guarded/composition->is_rated/
