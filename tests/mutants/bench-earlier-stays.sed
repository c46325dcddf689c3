# fault: figures of an earlier run stay in the folder
# function: ending_of
# suites: bench_all
s/.csv", ".json", ".svg/.csv", ".json/
