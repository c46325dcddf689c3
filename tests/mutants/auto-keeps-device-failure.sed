# fault: a search that the GPU failed is not done again on the CPU
# file: explorer/explore_auto.c
# suites: auto
s/found = engines->host->explore(model, options, run, error);/found = NULL;/
