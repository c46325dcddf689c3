# fault: published values look like ours
# file: bench/results/drawing.py
# suites: bench_results
# needs: build/plot/bin/python
s/ if published else "-"/ if False else "-"/; s/0.45 if series.published else 1/1/
