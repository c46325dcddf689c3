# fault: numbers have 15 digits
# function: DIGITS_MOST
# suites: ratio
s/DIGITS_MOST 17/DIGITS_MOST 15/
