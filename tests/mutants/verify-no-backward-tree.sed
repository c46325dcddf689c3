# fault: backward trees need no edges
# file: checker/verify/verify_components.c
# suites: component_evidence verify_command
s/found & CHECK_FORWARD && found & CHECK_BACKWARD/found \& CHECK_FORWARD/
