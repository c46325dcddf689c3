# fault: processes with probabilities or rates are joined, too
# function: make_piece
# file: piece.c
# suites: composition compose
s/if (seam->is_rated)/if (seam->is_rated \&\& seam->part_count > 100)/
