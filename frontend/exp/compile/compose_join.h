#ifndef HEDDLE_FRONTEND_EXP_COMPILE_COMPOSE_JOIN_H
#define HEDDLE_FRONTEND_EXP_COMPILE_COMPOSE_JOIN_H

#include "explorer/model/data/data_model.h"
#include "frontend/exp/compile/compose.h"

/* What the files that make a model with data of a network share. */

/* A rule of a PRISM model, by the class of its label in the network. */
struct own_rule {
    uint32_t class_index, label, rule;
};

/* A process in the model with data. */
struct joined_process {
    const struct compose_model *model; /* NULL: a table */
    uint32_t variable;                 /* its first one */
    uint32_t mover;                    /* the first number of its modules, or its own (struct data_class) */
    uint32_t classes;                  /* class 0 of its own, among all */
    uint32_t code;                     /* of a model: where its programs begin */
    uint32_t choices;                  /* its choices have numbers from here on */
    uint64_t own_begin, own_end;       /* its rules in `own`, sorted by class, then label */
};

/* A move of a table; choice: among those of all processes, or DATA_NONE. */
struct joined_move {
    uint32_t class_index, target, choice;
};

struct joiner {
    struct composer *composer;
    const struct network *network; /* of processes */
    struct data_builder builder;
    struct joined_process *processes; /* [component_count of the network] */
    GROWING(struct own_rule) own;
    GROWING(struct joined_move) moves; /* of one location */
    uint64_t choices;                  /* of all processes */
    uint32_t movers;                   /* modules of models, and tables */
};

#define JOIN_ADD(joiner, list, ...)                                                                          \
    (GROWING_ADD((joiner)->composer->memory, (joiner)->builder.list, __VA_ARGS__) != 0                       \
         ? compose_memory((joiner)->composer)                                                                \
         : 0)

/* Adds a table as a component with locations (compose_table.c). 0, or -1 with the error filled. */
int join_table(struct joiner *joiner, uint32_t process);
/* Adds the rules of the network (compose_rules.c). 0, or -1 with the error filled. */
int join_rules(struct joiner *joiner);

#endif
