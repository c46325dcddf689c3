# fault: vertices of the least level are not seen when one that they lead to comes to a higher region
# function: look_back
# suites: solve
s/= floor/ floor/
