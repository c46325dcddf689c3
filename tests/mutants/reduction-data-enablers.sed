# fault: only constants make the test of a guard true
# function: can_enable
# file: stubborn_data.c
# suites: partial_order
# cases: 4000
s/one->variable != test->variable/one->variable != test->variable || one->from != DATA_NONE/
