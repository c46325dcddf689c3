# fault: heddle verify goes on with what it said of the piece of evidence before
# function: begin_piece
# file: verify_pieces.c
# suites: verify_command
s/pieces->result = (struct piece_result){/if (pieces->result.input == NULL) &/
