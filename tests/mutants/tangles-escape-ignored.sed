# fault: a tangle is attracted although the opponent can leave it for vertices that are in no region
# function: attract_tangles
# suites: tangles
# cases: 2000
s/!has_escape(tangles, tangle, is_in_part, attraction->part)/has_escape(tangles, tangle, is_in_part, attraction->part) < 2/
