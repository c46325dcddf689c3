# fault: a tangle is attracted although the opponent can leave it for a lower region
# function: tangles_attract
# suites: tangles
# cases: 2000
s/!has_escape_below(promotion, tangle, level)/has_escape_below(promotion, tangle, level) < 2/
