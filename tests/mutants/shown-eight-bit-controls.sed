# fault: control characters of two bytes go to the terminal
# file: base/text/text.c
# suites: text
s/ || (byte\[0\] == 0xc2 && byte\[1\] < 0xa0)//
