# fault: fresh numbers are below the known ones
# function: number_gaps_compare
# suites: formula_number
s/return gap > 0 && \(.*\);/return -(gap > 0 \&\& \1);/
