# fault: a product begins again with the target of the combination before
# function: data_visit_outcomes
# suites: data_tables
s/^        at--;/        at -= at < count;/
