# fault: the page of commands has no letters of options
# function: write_rows
# file: options_markdown.c
# suites: manual
s/letter) {/letter \&\& i == 0) {/
