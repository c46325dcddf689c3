# fault: the page of a report saves the lasso of a game without its strategy
# file: report/sequence.js
# suites: report
# needs: chromium
s/return this\.is_game() ? strategy_file(trace, evidence) : /return /
