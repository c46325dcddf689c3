# fault: the page of commands has no letters of options
# file: base/options/options_markdown.c
# suites: manual
s/if (row->letter) {/if (row->letter \&\& i == 0) {/
