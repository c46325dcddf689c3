# fault: every pass makes all regions again
# function: dissolve_for
# suites: tangles
s/dissolve_from(tangles, least)/dissolve_from(tangles, 0)/
