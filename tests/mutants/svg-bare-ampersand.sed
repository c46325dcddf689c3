# fault: plots do not escape &
# file: report/plot/svg_text.c
# suites: svg
s/return "&amp;";/return "\&";/
