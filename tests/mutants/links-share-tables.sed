# fault: links to one partner share the table of the first class
# function: add_class_links
# suites: explore_oracle
s/ + rule->partner_class;/;/
