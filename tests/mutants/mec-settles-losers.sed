# fault: an SCC that lost a choice but no state is taken for a MEC
# file: decompose/mec/mec_core.h
# suites: mec
s/bitmap_has(view->losers, vertex)/bitmap_has(view->fallen, vertex)/
