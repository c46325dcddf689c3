# fault: commands of an action that P |[..]| Q blocks are said to happen together with others
# function: join_writers
# file: prism_system.c
# suites: prism
s/children == process->child_count/children > 0/
