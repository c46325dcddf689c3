# fault: the page of commands has no letters of options
# function: write_row
# file: options_markdown.c
# suites: manual
s/letter) {/letter \&\& row->kind == OPTION_FLAG) {/
