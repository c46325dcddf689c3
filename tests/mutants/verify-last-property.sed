# fault: heddle verify keeps what it printed for the previous piece of evidence
# function: begin_piece
# file: verify.c
# suites: verify_command
s/    pieces->piece = (/    if (pieces->piece.input == NULL) &/
