# fault: the page of a report has no lane for a monitor
# file: report/trace.js
# suites: report
s/observed ? \[OBSERVER\] : \[\]/[]/
