# fault: products are taken for equal whatever the rest sees of them
# function: make_key
# file: piece.c
# suites: composition
s/add_to_key(composition, key, seam->label_of\[seam->group_of\[i\]\]) != 0/0/
