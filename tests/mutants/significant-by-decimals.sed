# fault: small numbers are rounded to four decimals, not to four digits
# function: quantity_significant
# suites: options
s/.\*f", 2 - exponent/.4f"/
