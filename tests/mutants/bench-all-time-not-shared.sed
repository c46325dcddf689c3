# fault: a part may take all of the time
# function: deadline_of
# suites: bench_parts
s/now + (last - now) \* share/last/
