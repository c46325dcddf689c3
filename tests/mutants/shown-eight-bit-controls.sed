# fault: control characters of two bytes go to the terminal
# function: text_printable_character
# suites: text
s/ || (byte\[0\] == 0xc2 && byte\[1\] < 0xa0)//
