# fault: a search that the GPU failed is not done again on the CPU
# function: auto_explore
# suites: auto
s/engines->host->explore(model, options, run, error)/NULL/
