# fault: a tangle is attracted although the opponent can leave it for a lower region
# function: tangles_attract
# suites: tangles
s/!has_escape_below(promotion, tangle, level) \&\&//
