#ifndef HEDDLE_BASE_PIPELINE_H
#define HEDDLE_BASE_PIPELINE_H

/*
 * Work on a sequence of items by several threads that keeps the order of the items. Each thread has a place
 * of its own (0 .. threads-1) for the item that it has. Items are taken one after the other, worked on at the
 * same time, given back one after the other in the order in which they were taken, and ended at the same
 * time. With one thread, each item goes through all four before the next one is taken.
 */
struct pipeline {
    int (*take)(void *context, unsigned place);  /* 1, or 0 if there are no more items */
    void (*work)(void *context, unsigned place); /* NULL: nothing */
    int (*give)(void *context, unsigned place);  /* 0, or -1: no later item is given */
    void (*end)(void *context, unsigned place);  /* of an item that give returned 0 for; NULL: nothing */
};

/*
 * Runs the pipeline until take has returned 0 or give -1, and returns the last result of give (0 without
 * items). Items that were taken and not given are abandoned.
 */
int pipeline_run(unsigned threads, const struct pipeline *pipeline, void *context);

#endif
