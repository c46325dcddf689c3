# fault: over shortcuts, what is won is looked for without regard to the edges of the game
# function: find_inside
# suites: spm
s/^        look_at_all(settling);$/        (void)look_at_all;/
