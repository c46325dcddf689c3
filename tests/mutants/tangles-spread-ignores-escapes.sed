# fault: a tangle is decided although the opponent can still leave it
# function: tangle_set_spread
# suites: tangles
s/!has_escape(tangles, tangle, is_open, 0)/has_escape(tangles, tangle, is_open, 0) < 2/
