# fault: labels of transitions that the observer does not follow do not occur
# function: reach_visit
# suites: game_reach
s/if (!shared_glance(&view->occurs\[label\])) {/if (source->row != NULL \&\& source->row[at] != source->row[at + 1]) {/
