# fault: the page of a report shows no verdict that differs from the earlier run
# file: report/changes.js
# suites: report
# needs: chromium
s/before\.verdict !== now\.verdict ||/false ||/
