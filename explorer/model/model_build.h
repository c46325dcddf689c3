#ifndef HEDDLE_EXPLORER_MODEL_MODEL_BUILD_H
#define HEDDLE_EXPLORER_MODEL_MODEL_BUILD_H

/* What the parts of model compilation share: the tables under construction. */
#include "explorer/model/model_core.h"

struct error;
struct memory;
struct network;
struct run;

/* What rules do with a class. */
enum { MODEL_FAST = 1, MODEL_LEADS = 2, MODEL_JOINS = 4 };

/* One of the image's arrays under construction: it grows, or is another's that is only copied (capacity 0).
 */
struct model_table {
    void *data;
    uint64_t count, capacity, size; /* elements, elements, bytes of one */
};

struct model_build {
    const struct network *network;
    const struct run *run;
    struct memory *memory;
    struct error *error;
    uint32_t *class_base;   /* component_count + 1: where its classes begin among all */
    uint32_t *class_weight; /* a class: rows in which it occurs */
    uint8_t *class_roles;   /* a class: MODEL_FAST | MODEL_LEADS | MODEL_JOINS */
    uint32_t *rule_leader;  /* a rule: index of its leader among its participants; MODEL_NONE: a fast rule */
    union {
        struct {
#define MODEL_TABLE(name, type) struct model_table name;
            MODEL_ARRAYS(MODEL_TABLE)
#undef MODEL_TABLE
        };
        struct model_table tables[MODEL_ARRAYS_COUNT]; /* by enum model_array */
    };
    uint32_t *block_of; /* a component: its block; NULL when there are none */
    uint32_t choices;
};

/* Appends `count` zeroed elements; NULL (error filled) when memory is spent or the table would pass 2^32-2.
 */
void *model_table_add(struct model_build *build, struct model_table *table, uint64_t count);

/* model_rows.c: class weights, then (once leaders are chosen) rows, entries, targets, choices. 0 or -1. */
int model_weigh_classes(struct model_build *build);
int model_build_rows(struct model_build *build);
/* model_rules.c: the leader of each rule and the roles of classes; then rules, others, guards and the lead
 * table. 0 or -1. */
int model_choose_leaders(struct model_build *build);
int model_build_rules(struct model_build *build);
/*
 * model_blocks.c: which components are taken together (after the layout, before the rules), and the blocks'
 * rows, read off the other tables. 0 or -1.
 */
int model_plan_blocks(struct model_build *build, uint32_t words);
int model_build_blocks(struct model_build *build, struct model_header *header);

#endif
