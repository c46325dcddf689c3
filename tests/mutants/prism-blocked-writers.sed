# fault: commands of an action that P |[..]| Q blocks are said to happen together with others
# function: is_blocked
# suites: prism
s/return .*$/return 0 \&\&/
