# fault: the page of a report has no lane for a monitor
# file: report/trace.js
# suites: report
# needs: chromium
s/observed ? \[OBSERVER\] : \[\]/[]/
