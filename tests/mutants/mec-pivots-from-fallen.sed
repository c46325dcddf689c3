# fault: pivots come from states that fell, not from those that lost a choice
# file: decompose/mec/mec.c
# suites: mec
s/options.candidates = prune->view.losers;/options.candidates = prune->view.fallen;/
