# fault: a number gets the text of another one with the same hash
# function: text_of
# file: mdp_writer.c
# suites: mdp_write_parts
s/ && known->value == number) {/) {/
