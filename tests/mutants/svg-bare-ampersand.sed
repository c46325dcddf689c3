# fault: plots do not escape &
# file: base/svg_text.c
# suites: svg
s/return "&amp;";/return "\&";/
