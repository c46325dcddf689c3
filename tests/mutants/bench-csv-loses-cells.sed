# fault: a cell that does not apply is left out of CSV
# function: put_csv_line
# suites: bench_parts
s/.key == NULL/.key == NULL || (cells != NULL \&\& cells[i].value == NULL)/
