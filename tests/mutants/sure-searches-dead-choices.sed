# fault: the backward search goes over choices that died
# function: search_backwards
# suites: almost_sure
s/prune_drop_transpose(prune); .*//
