# fault: lanes do not look for what is reached through the last process
# function: stubborn_group_close
# suites: stubborn
s/middle < count/middle + 1 < count/
