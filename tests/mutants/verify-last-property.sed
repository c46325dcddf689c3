# fault: heddle verify goes on with what it said of the piece of evidence before
# function: begin_piece
# file: verify_pieces.c
# suites: verify_command
s/    statistics_clear(/    if (pieces->result.input == NULL) &/
