# fault: files that another page links to are taken for those of an earlier run
# file: bench/results/page.py
# suites: bench_results
# needs: python3
s/if "<title>heddle bench " not in text/if False/
