# fault: in a report, who takes part in a step stays where it was
# file: report/report_evidence.c
# suites: report
s/transition->moves\[i\]\.to)/from[transition->moves[i].component])/
