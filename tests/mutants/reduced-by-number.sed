# fault: what is left out of a smaller game is chosen by numbers, not priorities
# function: is_above
# suites: solve
s/level > of_other || (level == of_other \&\& vertex > other)/vertex > other \&\& level + of_other + 1 > 0/
