# fault: commands whose weights may be 0 are taken
# function: describe_commands
# file: stubborn_data.c
# suites: partial_order
s/ || !command->certain//
