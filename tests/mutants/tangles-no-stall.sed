# fault: passes that learn as many tangles as the one before do not count
# function: note_pass
# suites: tangles
s/learned >= stalls->last ? learned : 0/0/
