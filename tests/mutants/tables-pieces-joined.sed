# fault: fields that are apart in the state are one piece of a row number
# function: make_pieces
# suites: data_tables
s/last->shift == variable->shift + bits/last->shift > variable->shift/
