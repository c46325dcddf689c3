# fault: heddle verify keeps what it printed for the previous piece of evidence
# function: begin_piece
# file: verify_pieces.c
# suites: verify_command
s/    statistics_clear(/    if (pieces->result.input == NULL) &/
