#ifndef HEDDLE_CHECKER_CHECK_TOGETHER_H
#define HEDDLE_CHECKER_CHECK_TOGETHER_H

struct checking;

/*
 * Decides safety properties of linear time by one search for several: of the product of their observers
 * (joint_observer.h). Where it ends without an error state, all of them hold. Where it meets one, those that
 * are violated there are decided by searches of their own, which end at that level, and the others go on
 * together. What it cannot decide, searches apart may. Searches that may be on a GPU, have a checkpoint, or
 * find all states anyway are made apart.
 */
void check_search_together(struct checking *checking);

#endif
