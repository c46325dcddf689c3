# fault: components are lifted by odd numbers
# function: lift_of
# suites: formula_observer
s|(missing + 1) / 2 \* 2|missing|
