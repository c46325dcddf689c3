#ifndef HEDDLE_EXPLORER_EXPLORE_AGAIN_H
#define HEDDLE_EXPLORER_EXPLORE_AGAIN_H

struct backend;
struct error;
struct exploration;
struct run;

/*
 * Searches once more, with this engine, for states that are lost or cannot be used where they are: all of
 * them if the search was complete, else as far as traces go. The exploration keeps its result and takes the
 * new states and their effort. 0, or -1 with *error unchanged or overwritten; the old states are gone either
 * way.
 */
int explore_again(struct exploration *exploration, const struct backend *engine, const struct run *run,
                  struct error *error);

#endif
