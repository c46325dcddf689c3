# fault: a match that begins later replaces the leftmost one
# function: note_match
# suites: regex
s/begin <= simulation->begin/begin >= simulation->begin/
