# fault: published values look like ours
# function: series_of
# suites: bench_all
s/of->published/0/
