# fault: texts of a page are not escaped
# file: bench/results/page.py
# suites: bench_results
# needs: python3
s/return escape_all(text, quote=False)/return text/
