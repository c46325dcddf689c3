# fault: in the page of a report, branches of a strategy are not folded
# file: report/tree.js
# suites: report
# needs: chromium
s/entry\.open = !entry\.branch;/entry.open = true;/
