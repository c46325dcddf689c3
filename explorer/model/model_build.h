#ifndef HEDDLE_EXPLORER_MODEL_MODEL_BUILD_H
#define HEDDLE_EXPLORER_MODEL_MODEL_BUILD_H

/* Declarations that the parts of model compilation share: the tables under construction. */
#include "explorer/model/model_core.h"

struct error;
struct memory;
struct network;
struct run;

/* Most bits of a fused block; at most 16, because of targets. Larger tables would not fit into the L1 cache.
 */
#define MODEL_BLOCK_BITS 12u
#define MODEL_LINK_BYTES 24576u /* most bytes of links: they must stay in fast memory */

/* Roles of a class in rules. */
enum { MODEL_FAST = 1, MODEL_LEADS = 2, MODEL_JOINS = 4 };

/* An array of the image under construction: it grows, or it only refers to another's array (capacity 0). */
struct model_table {
    void *data;
    uint64_t count, capacity, size; /* count and capacity in elements; size of an element in bytes */
};

struct model_linked_rule;

struct model_build {
    const struct network *network;
    const struct run *run;
    struct memory *memory;
    struct arena *arena; /* for arrays that are not in the image */
    struct error *error;
    uint32_t *class_base;   /* [component_count + 1]: the first class of each component, among all classes */
    uint32_t *class_weight; /* [class]: number of rows in which it occurs */
    uint8_t *class_roles;   /* [class]: MODEL_FAST | MODEL_LEADS | MODEL_JOINS */
    uint32_t *rule_leader;  /* [rule]: index of the leader among its participants; MODEL_NONE: a fast rule */
    union {
        struct {
#define MODEL_TABLE(name, type) struct model_table name;
            MODEL_ARRAYS(MODEL_TABLE)
#undef MODEL_TABLE
        };
        struct model_table tables[MODEL_ARRAYS_COUNT]; /* indexed by enum model_array */
    };
    uint32_t block_bits;              /* most bits of a fused block */
    uint32_t link_bytes;              /* most bytes of links */
    int labelled;                     /* blocks and links get labels */
    uint32_t *block_of;               /* [component]: its block; NULL if there are no blocks */
    uint8_t *rule_linked;             /* [rule]: non-zero if links make it; NULL if there are no blocks */
    uint32_t *lead_inner;             /* [class]: the first of its rules that stay in their block */
    struct model_linked_rule *linked; /* [linked_count] */
    uint64_t linked_count;
    uint32_t *class_link_row; /* [class]: one more than the first row of its link table; 0: none */
    uint32_t state_linked;    /* most moves by links of the linker's local state that is being built */
    uint32_t most_linked;     /* the sum of the linkers' most */
    uint32_t choices;
};

/* A zeroed array for the time of compilation; NULL (error filled) when memory runs out. */
void *model_scratch(struct model_build *build, uint64_t count, uint64_t size);
/*
 * Appends `count` zeroed elements; NULL (error filled) when memory runs out or the table would exceed 2^32-2.
 */
void *model_table_add(struct model_build *build, struct model_table *table, uint64_t count);

/*
 * model_rows.c: class weights; then, after the choice of leaders, rows, entries, targets and choices. 0 or
 * -1.
 */
int model_weigh_classes(struct model_build *build);
int model_build_rows(struct model_build *build);
/* model_rules.c: the leader of each rule and the roles of classes; then rules, others, guards and the lead
 * table. 0 or -1. */
int model_choose_leaders(struct model_build *build);
int model_build_rules(struct model_build *build);
/*
 * model_blocks.c: the components of each block (after the layout, before the rules), and the blocks' rows,
 * computed from the other tables. 0 or -1.
 */
int model_plan_blocks(struct model_build *build);
int model_build_blocks(struct model_build *build, struct model_header *header);
/* model_links.c: the rules that links make (after the blocks' components); their tables, after rows. 0 or -1.
 */
int model_plan_links(struct model_build *build);
int model_build_links(struct model_build *build, struct model_header *header);

#endif
