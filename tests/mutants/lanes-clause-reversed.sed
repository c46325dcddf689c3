# fault: moves are removed where an atom of the clause is true
# function: data_enabled_by_clauses
# suites: data_lanes
s/clause->atoms) != 0/clause->atoms) == 0/
