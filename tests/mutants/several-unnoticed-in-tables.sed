# fault: tables say that one command happens where several do
# function: data_tables_visit
# suites: explore_data data_tables
s/visitor.fired > 1 ? DATA_SEVERAL : visitor.fired/visitor.fired > 0/
