# fault: a quote in a cell of CSV ends the cell
# function: put_csv_cell
# suites: bench_parts
s/"\\"\\""/"\\""/
