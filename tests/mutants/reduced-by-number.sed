# fault: a smaller game leaves out vertices by number, not by priority
# function: is_above
# suites: solve
s/level > of_other || (level == of_other \&\& vertex > other)/vertex > other \&\& level + of_other + 1 > 0/
