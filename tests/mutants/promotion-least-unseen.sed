# fault: vertices of the least level are overlooked when a successor moves to a higher region
# function: attract_sources
# file: promotion_attract.h
# suites: solve
s/= floor/ floor/
