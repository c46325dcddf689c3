# fault: labels that an action matches are hidden if another one does not match them
# function: is_like_for_actions
# suites: composed
s/ \&\& like > 0; i++/; i++/
