# fault: errors in a later piece of an AUT file name a line of the first one
# function: give_piece
# suites: aut_pieces
s/+= slot->lines/+= 0 * slot->lines/
