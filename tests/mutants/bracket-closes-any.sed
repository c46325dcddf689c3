# fault: a bracket closes the innermost open one, whatever that is
# function: brackets_close
# suites: exp prism
s/innermost != NULL \&\& strcmp(innermost->text, text) == 0/innermost != NULL/
