# fault: a quote in a cell of CSV ends the cell
# file: bench/cells.c
# suites: bench_parts
/^int cell_put_csv/,/^}/ s/"\\"\\""/"\\""/
