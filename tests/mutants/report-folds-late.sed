# fault: the page of a report folds all but the first of several internal steps
# file: report/trace.js
# suites: report
# needs: chromium
s/this\.runs\.push({first, last, open:/this.runs.push({first: first + 1, last, open:/
