#ifndef HEDDLE_CLI_COMPOSE_ROWS_H
#define HEDDLE_CLI_COMPOSE_ROWS_H

#include <stddef.h>

#include "api/compose.h"

struct json_t;
struct memory;

/* The rows of options of commands that compose; `type` is the command's struct of values, whose member
 * `compose` has them. */

/* clang-format off */
#define COMPOSE_ROWS(type)                                                                                   \
    {"compose", 0, OPTION_FLAG, offsetof(type, compose.compose), NULL, 0, 0,                                 \
     "minimise the processes, join some, minimise these products, and so on; then search what remains. It "  \
     "is equivalent (divbranching, or as --minimise says)"}

#define COMPOSE_LIMIT_ROW(type)                                                                              \
    {"compose-limit", 0, OPTION_NUMBER, offsetof(type, compose.most), "N", 1, UINT64_MAX,                    \
     "join no processes whose product has more than about N states (default: 100000)"}

#define COMPOSE_ADVANCED_ROWS(type)                                                                          \
    COMPOSE_LIMIT_ROW(type),                                                                                 \
    {"plan", 0, OPTION_TEXT, offsetof(type, compose.plan), "FILE.txt", 0, 0,                                 \
     "join what this plan says, in its order"},                                                   \
    {"write-plan", 0, OPTION_TEXT, offsetof(type, compose.write_plan), "FILE.txt", 0, 0,                     \
     "write what was joined as a plan"}

#define COMPOSE_RULES                                                                                        \
    {"compose-limit", OPTION_NEEDS, "compose", "bounds what is joined"},                                  \
    {"plan", OPTION_NEEDS, "compose", "says what is joined"},                                             \
    {"write-plan", OPTION_NEEDS, "compose", "says what was joined"}
/* clang-format on */

/* The steps as a list; NULL when memory runs out. */
struct json_t *compose_steps_json(const composition *composition, struct memory *memory);
/* Adds the steps to an object as "composition", if there was composing. 0, or -1 when memory runs out. */
int compose_add_json(const struct compose_work *work, struct memory *memory, struct json_t *object);

#endif
