# fault: small numbers have four decimals, whatever signifies
# file: base/quantity.c
# suites: options
s/"%.\*f", 2 - exponent, number/"%.4f", number/
