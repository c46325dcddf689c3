# fault: a quote in a cell of CSV ends the cell
# function: cell_put_csv
# suites: bench_parts
s/"\\"\\""/"\\""/
