# fault: the region that attracts a new tangle is kept as it is
# function: dissolve_for
# suites: tangles
# cases: 2000
s/dissolve_from(tangles, least)/dissolve_from(tangles, least + 1 < tangles->outer_count ? least + 1 : least)/
