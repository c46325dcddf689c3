# fault: the classes of the second graph are looked up among those of the first
# function: take_classes
# file: compare.c
# suites: comparison_evidence
s/comparing->shifts\[k\] + own/comparing->shifts[0] + own/
