# fault: ranks need not fall strictly between components
# function: check_scc_state
# suites: component_evidence verify_command
s/.rank >= rows\[state\]./.rank > rows[state]./
