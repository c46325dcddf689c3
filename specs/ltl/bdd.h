#ifndef HEDDLE_SPECS_LTL_BDD_H
#define HEDDLE_SPECS_LTL_BDD_H

#include <stdint.h>

#include "base/error.h"
#include "base/index.h"

struct memory;
struct run;

/*
 * Boolean functions as reduced ordered binary decision diagrams (Bryant 1986): equal functions have equal
 * numbers. Variable 0 is nearest to the root. Nodes are kept until the pool is closed.
 *
 * When memory runs out, the pool has too many nodes or the run must stop, *error is filled, `failed` is set,
 * and every function returns BDD_FALSE from then on.
 */
typedef uint32_t bdd;
#define BDD_FALSE 0u
#define BDD_TRUE 1u
#define BDD_LEAF UINT32_MAX /* the variable of the constants */

struct bdd_node {
    uint32_t variable;
    bdd low, high; /* where the variable is false, and true */
};

struct bdd_entry;

struct bdd_pool {
    struct memory *memory;
    const struct run *run;
    struct error *error;
    struct bdd_node *node;
    uint64_t nodes, capacity;
    struct index index;
    struct bdd_entry *cache;  /* of results, which may be overwritten */
    uint64_t cache_size;      /* a power of two */
    uint64_t work, most_work; /* steps; most_work: 0 for no limit */
    int failed;
};

/* The first failure fills *error; each sets `failed`. Both return -1. */
int bdd_fail(struct bdd_pool *pool, enum error_code code, const char *text);
int bdd_no_memory(struct bdd_pool *pool);
/* Counts a step of work with the pool: whether it may go on, as it has not failed and the run need not stop.
 */
int bdd_step(struct bdd_pool *pool);
/* 0, or -1 with the error filled; close it in any case. */
int bdd_open(struct bdd_pool *pool, const struct run *run, struct error *error);
void bdd_close(struct bdd_pool *pool);

/* low where the variable is false, else high: both are of later variables. */
bdd bdd_choose(struct bdd_pool *pool, uint32_t variable, bdd low, bdd high);
bdd bdd_variable(struct bdd_pool *pool, uint32_t variable);
bdd bdd_and(struct bdd_pool *pool, bdd a, bdd b);
bdd bdd_or(struct bdd_pool *pool, bdd a, bdd b);
bdd bdd_not(struct bdd_pool *pool, bdd a);
/* a, but not b. */
bdd bdd_without(struct bdd_pool *pool, bdd a, bdd b);
/* Whether b is true wherever a is. */
static inline int bdd_implies(struct bdd_pool *pool, bdd a, bdd b) {
    return bdd_without(pool, a, b) == BDD_FALSE;
}
/* Adds a function to *seen. Returns whether it and those before never hold together. */
int bdd_is_apart(struct bdd_pool *pool, bdd *seen, bdd function);
/* The function where the variable is false, or true: no earlier one is in it. */
bdd bdd_side(const struct bdd_pool *pool, bdd of, uint32_t variable, int high);
static inline uint32_t bdd_top(const struct bdd_pool *pool, bdd of) {
    return pool->node[of].variable;
}
/* a with these variables true or false for some values: those from `first` on, up to the last one. */
bdd bdd_exists_from(struct bdd_pool *pool, bdd a, uint32_t first);
/*
 * Calls `put` with each product of a sum that is the function, without needless ones (Minato 1993): value[v]
 * of each variable v below `variables` is 0 or 1, or BDD_ANY. Stops when `put` returns other than 0. 0, or
 * -1.
 */
#define BDD_ANY 2u
int bdd_products(struct bdd_pool *pool, bdd of, uint32_t variables,
                 int (*put)(void *context, const uint8_t *value), void *context);
/* Whether the function has the value true under an assignment: value[variable]. */
int bdd_value(const struct bdd_pool *pool, bdd of, const uint8_t *value);

#endif
