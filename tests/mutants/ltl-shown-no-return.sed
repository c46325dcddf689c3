# fault: the diagram of atoms does not go back to where the cycle begins
# file: report/timing.js
# suites: report
# needs: chromium
s/position === this.trace.length ? this.trace.lasso : position/false ? 0 : position/
