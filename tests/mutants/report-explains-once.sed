# fault: the page of a report explains one end of a path alone
# file: report/explanation.js
# suites: report
# needs: chromium
s/, \.\.\.(explanation\.also || \[\])\]/]/
