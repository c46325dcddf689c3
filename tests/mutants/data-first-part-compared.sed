# fault: labels have values to compare only if their part of the action's first name has arguments
# function: has_part_of
# suites: formula_number
s/i < data->parts/i < 1/
