# fault: a transition that is there twice counts twice
# file: frontend/formats/aut_rows.c
# suites: aut
s/if (kept > lts->row\[state\] && same(lts, kept - 1, next)) {/if (kept > lts->row[state] \&\& same(lts, kept - 1, next) \&\& 0) {/
