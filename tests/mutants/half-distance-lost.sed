# fault: in slots of 32 bits, the distance from the home bucket is not noted
# function: half_probe_step
# suites: half
/probe->wanted += /d
