# fault: small numbers have four decimals, whatever signifies
# function: quantity_significant
# suites: options
s/.\*f", 2 - exponent/.4f"/
