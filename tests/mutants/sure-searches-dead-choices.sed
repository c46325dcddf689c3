# fault: the backward search goes over choices that died
# file: decompose/mec/almost_sure.c
# suites: almost_sure
s/prune_drop_transpose(prune); .*//
