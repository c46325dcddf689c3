# fault: parentheses in an action's arguments are compared as text
# function: is_plain_text
# suites: formula_number
s/!is_word(before)/0/
