# fault: backward trees need no edges
# function: check_tree_edges
# suites: component_evidence verify_command
s/CHECK_FORWARD && found & CHECK_BACKWARD/CHECK_FORWARD/
