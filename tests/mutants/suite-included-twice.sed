# fault: a file that two others include is read twice
# function: suite_read_from
# suites: suites
s/if (file != NULL) {$/if (file != NULL \&\& text == NULL) {/
