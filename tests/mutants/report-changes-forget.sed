# fault: the page of a report shows no verdict that differs from the earlier run
# file: report/changes.js
# suites: report
s/before\.verdict !== now\.verdict ||/false ||/
