# fault: over shortcuts, won vertices are found without the game's own edges
# function: find_inside
# suites: spm
s/^        look_at_all(settling);$/        (void)look_at_all;/
