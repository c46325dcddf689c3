#ifndef HEDDLE_EXPLORER_MODEL_STUBBORN_INTERNAL_H
#define HEDDLE_EXPLORER_MODEL_STUBBORN_INTERNAL_H

/* The tables of stubborn sets, which stubborn.c makes and stubborn_choose.c reads. */
#include "explorer/model/model_core.h"
#include "explorer/model/stubborn.h"
#include "explorer/model/stubborn_data.h"

/* A rule of several participants; [parts, parts + count) are all of them, its leader first. */
struct stubborn_rule {
    uint32_t parts;
    uint32_t count : 31, visible : 1;
};

/* What a process can do alone in a local state, which no other process can block. */
struct stubborn_row {
    uint32_t moves : 31, bad : 1; /* bad: some of them are visible or marked */
};

/*
 * Rules of two participants need no look at the state to say what each participant needs: the other one,
 * whether the rule is enabled or not. That is in `needs`. Rules of more participants are evaluated for each
 * participant. Rules of two are evaluated for their leader alone, to count moves.
 */
struct stubborn {
    struct arena *arena;
    struct model_view model;
    uint32_t count;             /* of processes, or of commands */
    uint32_t words;             /* of a set of them */
    struct stubborn_data *data; /* of a model with data, which needs none of the rest; or NULL */
    int has_wide_rules;         /* of more than two participants; else only leading classes list rules */
    uint32_t *row; /* [components]: the first row of each; `needs` differ though rows are shared */
    struct stubborn_row *rows; /* [rows] */
    uint64_t *needs;           /* [rows * words]: partners in rules of two */
    uint32_t *class_begin;     /* [classes + 1]: rules to evaluate for each class, in `listed` */
    uint32_t *listed;          /* 2 * rule, plus 1 if the class leads the rule */
    struct stubborn_rule *rules;
    struct model_other *parts;
    uint8_t *marked; /* [entries]: some move of the entry is marked; NULL if only deadlocks matter */
};

/*
 * stubborn_marks.c: finds the marked moves. entries: [entries], zeroed; rows: [rows of the image], zeroed:
 * some move that the process makes alone is marked. 0, or -1 with *error filled.
 */
int stubborn_mark(const struct model_view *model, uint8_t *entries, uint8_t *rows, const struct run *run,
                  struct error *error);

#endif
