# fault: progress is told to a callback that has ended itself
# file: library/context.c
# suites: library
/^static void pass_progress/,/^}/ s/if (context->progress == NULL) {/if (context->progress == NULL \&\& context->stop > 1) {/
