# fault: another path that is as long as the loaded one is explained, too
# function: simulate_explanation
# suites: simulate
s/walk_added(session->walk) == session->explained/session->explained > 0/
