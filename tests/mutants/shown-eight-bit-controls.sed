# fault: control characters of two bytes go to the terminal
# function: unseen
# suites: text
s/{0x7f, 0x9f}/{0x7f, 0x7f}/
