#ifndef HEDDLE_TESTS_SUPPORT_PAGE_RUN_H
#define HEDDLE_TESTS_SUPPORT_PAGE_RUN_H

#include <stdio.h>

#include "tests/support/command.h"

/* How a page says what a command does. */
enum page_kind {
    PAGE_MANUAL,    /* what a terminal shows; nothing below a command: it succeeds, and prints anything */
    PAGE_TRANSCRIPT /* standard output, then standard error and the exit status: tests/transcripts/README.md
                     */
};

/* A page (manual_page.h) whose commands run, from the first to the last, in a folder. */
struct page {
    enum page_kind kind;
    const char *path;
    char folder[PATH_BYTES]; /* where its commands run */
    int status;              /* the exit status of the command before */
    unsigned commands;
    const char *copied; /* the text of the page up to here is in `accepted` */
    FILE *accepted;     /* the page as it would be right; NULL unless $HEDDLE_ACCEPT is set */
};

/*
 * Runs the page. Where a command does something else than the page says, a test fails and both are printed;
 * or, if $HEDDLE_ACCEPT is set, the page is written again, with what was printed.
 */
void page_run(struct page *page);
/* Runs a command of the shell in a folder, with heddle in the path; both outputs as one. */
void page_run_shell(const char *folder, const char *command, struct process *process);

#endif
