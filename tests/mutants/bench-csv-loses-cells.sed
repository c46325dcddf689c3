# fault: a cell that does not apply is left out of CSV
# file: bench/results/tables.py
# suites: bench_results
# needs: python3
s/\[row.get(key, "") for key in table.keys\]/[row[key] for key in table.keys if key in row]/
