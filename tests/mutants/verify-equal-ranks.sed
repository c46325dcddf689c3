# fault: ranks need not fall strictly between components
# file: checker/verify/verify_scc.c
# suites: component_evidence verify_command
s/rows\[target\].rank >= rows\[state\].rank/rows[target].rank > rows[state].rank/
