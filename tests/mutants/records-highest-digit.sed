# fault: records are not sorted by their highest bits
# function: sort_digits
# suites: records packed_certificate
s/position < records->bits &&/position + DIGIT_BITS < records->bits \&\&/
