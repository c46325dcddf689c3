# fault: the backward search uses choices that were removed
# function: search_backwards
# suites: almost_sure
s/prune_drop_transpose(prune); .*//
