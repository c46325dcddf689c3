# fault: a product takes one enabled command of its first participant
# function: data_visit_product
# suites: data_tables
s/at = count; at > 0; at--/at = count; at > 1; at--/; s/} while (at > 0)/} while (at > 1)/
