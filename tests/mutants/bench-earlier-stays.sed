# fault: figures of an earlier run stay in the folder
# file: bench/earlier.c
# suites: bench_all
s/{".csv", ".json", ".svg"}/{".csv", ".json"}/
