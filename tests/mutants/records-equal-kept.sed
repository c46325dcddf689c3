# fault: sorted records keep equal ones
# function: drop_equal
# suites: records
s/records_at(records, i)) != 0/records_at(records, i)) <= 0/
