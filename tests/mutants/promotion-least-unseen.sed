# fault: vertices of the least level are not seen when one that they lead to comes to a higher region
# function: attract_sources
# suites: solve
s/= floor/ floor/
