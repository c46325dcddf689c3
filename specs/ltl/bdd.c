/* Binary decision diagrams (bdd.h). Recursion is as deep as there are variables. */
#include "specs/ltl/bdd.h"

#include <string.h>

#include "base/core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"

#define MOST_NODES (1u << 28)
#define FIRST_CACHE (1u << 10)
#define MOST_CACHE (1u << 22)
#define WORK_BETWEEN_LOOKS 0x10000u

enum bdd_operation { OPERATION_NONE, OPERATION_AND, OPERATION_OR, OPERATION_WITHOUT, OPERATION_EXISTS };

struct bdd_entry {
    uint32_t operation; /* OPERATION_NONE: free */
    uint32_t a, b;
    bdd result;
};

int bdd_fail(struct bdd_pool *pool, enum error_code code, const char *text) {
    if (!pool->failed) {
        error_set(pool->error, code, "%s", text);
    }
    pool->failed = 1;
    return -1;
}

int bdd_no_memory(struct bdd_pool *pool) {
    return bdd_fail(pool, ERROR_MEMORY, "not enough memory for the automaton");
}

static uint64_t hash_node(uint32_t variable, bdd low, bdd high) {
    return core_mix(((uint64_t)low << 32 | high) ^ core_mix(variable + 1));
}

bdd bdd_choose(struct bdd_pool *pool, uint32_t variable, bdd low, bdd high) {
    if (low == high || pool->failed) {
        return pool->failed ? BDD_FALSE : low;
    }
    uint64_t hash = hash_node(variable, low, high);
    for (struct index_walk walk = index_find(&pool->index, hash); index_next(&walk);) {
        const struct bdd_node *node = &pool->node[walk.number];
        if (node->variable == variable && node->low == low && node->high == high) {
            return walk.number;
        }
    }
    if (pool->nodes >= MOST_NODES) {
        bdd_fail(pool, ERROR_LIMIT, "the automaton has too many different letters");
        return BDD_FALSE;
    }
    if (MEMORY_GROW(pool->memory, &pool->node, &pool->capacity, pool->nodes + 1) != 0 ||
        index_add(&pool->index, pool->memory, hash, (uint32_t)pool->nodes) != 0) {
        bdd_no_memory(pool);
        return BDD_FALSE;
    }
    pool->node[pool->nodes] = (struct bdd_node){variable, low, high};
    return (bdd)pool->nodes++;
}

static int open_cache(struct bdd_pool *pool, uint64_t size) {
    struct bdd_entry *cache = memory_allocate_zeroed(pool->memory, size * sizeof *cache);
    if (cache == NULL) {
        return -1;
    }
    memory_free(pool->memory, pool->cache, pool->cache_size * sizeof *cache);
    pool->cache = cache;
    pool->cache_size = size;
    return 0;
}

int bdd_open(struct bdd_pool *pool, const struct run *run, struct error *error) {
    *pool = (struct bdd_pool){.memory = run->memory, .run = run, .error = error};
    if (MEMORY_GROW(pool->memory, &pool->node, &pool->capacity, 2) != 0 ||
        open_cache(pool, FIRST_CACHE) != 0) {
        return bdd_no_memory(pool);
    }
    pool->node[BDD_FALSE] = pool->node[BDD_TRUE] = (struct bdd_node){BDD_LEAF, BDD_FALSE, BDD_FALSE};
    pool->nodes = 2;
    return 0;
}

void bdd_close(struct bdd_pool *pool) {
    memory_free(pool->memory, pool->node, pool->capacity * sizeof *pool->node);
    memory_free(pool->memory, pool->cache, pool->cache_size * sizeof *pool->cache);
    index_free(&pool->index, pool->memory);
}

bdd bdd_variable(struct bdd_pool *pool, uint32_t variable) {
    return bdd_choose(pool, variable, BDD_FALSE, BDD_TRUE);
}

/* --- operations --- */

static struct bdd_entry *entry_of(struct bdd_pool *pool, enum bdd_operation operation, bdd a, bdd b) {
    if (pool->cache_size < MOST_CACHE && pool->nodes > pool->cache_size) {
        open_cache(pool, 2 * pool->cache_size); /* or it stays as it is */
    }
    uint64_t hash = core_mix(((uint64_t)a << 32 | b) ^ core_mix((uint64_t)operation));
    return &pool->cache[hash & (pool->cache_size - 1)];
}

static int is_cached(const struct bdd_entry *entry, enum bdd_operation operation, bdd a, bdd b) {
    return entry->operation == (uint32_t)operation && entry->a == a && entry->b == b;
}

int bdd_step(struct bdd_pool *pool) {
    if (run_stops_at(pool->run, ++pool->work, WORK_BETWEEN_LOOKS)) {
        bdd_fail(pool, ERROR_INTERRUPTED, "interrupted");
    }
    if (pool->work == pool->most_work) {
        bdd_fail(pool, ERROR_LIMIT, "the automaton of the formula takes too much work");
    }
    return !pool->failed;
}

int bdd_is_apart(struct bdd_pool *pool, bdd *seen, bdd function) {
    const int is_apart = bdd_and(pool, *seen, function) == BDD_FALSE;
    *seen = bdd_or(pool, *seen, function);
    return is_apart;
}

bdd bdd_side(const struct bdd_pool *pool, bdd of, uint32_t variable, int high) {
    const struct bdd_node *node = &pool->node[of];
    return node->variable != variable ? of : high ? node->high : node->low;
}

/* The result where it needs no recursion; BDD_LEAF otherwise. */
static bdd simple_result(enum bdd_operation operation, bdd a, bdd b) {
    switch (operation) {
    case OPERATION_AND:
        return a == b || b == BDD_TRUE            ? a
               : a == BDD_TRUE                    ? b
               : a == BDD_FALSE || b == BDD_FALSE ? BDD_FALSE
                                                  : BDD_LEAF;
    case OPERATION_OR:
        return a == b || b == BDD_FALSE         ? a
               : a == BDD_FALSE                 ? b
               : a == BDD_TRUE || b == BDD_TRUE ? BDD_TRUE
                                                : BDD_LEAF;
    default:
        return a == b || a == BDD_FALSE || b == BDD_TRUE ? BDD_FALSE : b == BDD_FALSE ? a : BDD_LEAF;
    }
}

static bdd apply(struct bdd_pool *pool, enum bdd_operation operation, bdd a, bdd b) {
    bdd result = simple_result(operation, a, b);
    if (result != BDD_LEAF || !bdd_step(pool)) {
        return pool->failed ? BDD_FALSE : result;
    }
    if (operation != OPERATION_WITHOUT && a > b) {
        bdd swap = a;
        a = b;
        b = swap;
    }
    struct bdd_entry *entry = entry_of(pool, operation, a, b);
    if (is_cached(entry, operation, a, b)) {
        return entry->result;
    }
    uint32_t left = bdd_top(pool, a), right = bdd_top(pool, b), top = left < right ? left : right;
    bdd low = apply(pool, operation, bdd_side(pool, a, top, 0), bdd_side(pool, b, top, 0));
    bdd high = apply(pool, operation, bdd_side(pool, a, top, 1), bdd_side(pool, b, top, 1));
    result = bdd_choose(pool, top, low, high);
    if (!pool->failed) {
        *entry_of(pool, operation, a, b) = (struct bdd_entry){(uint32_t)operation, a, b, result};
    }
    return result;
}

bdd bdd_and(struct bdd_pool *pool, bdd a, bdd b) {
    return apply(pool, OPERATION_AND, a, b);
}

bdd bdd_or(struct bdd_pool *pool, bdd a, bdd b) {
    return apply(pool, OPERATION_OR, a, b);
}

bdd bdd_without(struct bdd_pool *pool, bdd a, bdd b) {
    return apply(pool, OPERATION_WITHOUT, a, b);
}

bdd bdd_not(struct bdd_pool *pool, bdd a) {
    return apply(pool, OPERATION_WITHOUT, BDD_TRUE, a);
}

bdd bdd_exists_from(struct bdd_pool *pool, bdd a, uint32_t first) {
    if (a <= BDD_TRUE || !bdd_step(pool)) {
        return pool->failed ? BDD_FALSE : a;
    }
    if (bdd_top(pool, a) >= first) {
        return BDD_TRUE; /* it is not constant */
    }
    struct bdd_entry *entry = entry_of(pool, OPERATION_EXISTS, a, first);
    if (is_cached(entry, OPERATION_EXISTS, a, first)) {
        return entry->result;
    }
    const struct bdd_node node = pool->node[a];
    bdd low = bdd_exists_from(pool, node.low, first), high = bdd_exists_from(pool, node.high, first);
    bdd result = bdd_choose(pool, node.variable, low, high);
    if (!pool->failed) {
        *entry_of(pool, OPERATION_EXISTS, a, first) = (struct bdd_entry){OPERATION_EXISTS, a, first, result};
    }
    return result;
}

int bdd_value(const struct bdd_pool *pool, bdd of, const uint8_t *value) {
    while (of > BDD_TRUE) {
        const struct bdd_node *node = &pool->node[of];
        of = value[node->variable] ? node->high : node->low;
    }
    return of == BDD_TRUE;
}

/* --- products --- */

struct products {
    struct bdd_pool *pool;
    uint8_t *value;
    int (*put)(void *context, const uint8_t *value);
    void *context;
    int stopped;
};

/* Puts products that cover `least` and stay within `most`, which has it. Returns what they cover. */
static bdd cover(struct products *products, bdd least, bdd most) {
    struct bdd_pool *pool = products->pool;
    if (least == BDD_FALSE || products->stopped || !bdd_step(pool)) {
        return BDD_FALSE;
    }
    if (most == BDD_TRUE) {
        products->stopped |= products->put(products->context, products->value) != 0;
        return BDD_TRUE;
    }
    const uint32_t left = bdd_top(pool, least), right = bdd_top(pool, most),
                   top = left < right ? left : right;
    const bdd least_low = bdd_side(pool, least, top, 0), least_high = bdd_side(pool, least, top, 1);
    const bdd most_low = bdd_side(pool, most, top, 0), most_high = bdd_side(pool, most, top, 1);
    products->value[top] = 0;
    const bdd low = cover(products, bdd_without(pool, least_low, most_high), most_low);
    products->value[top] = 1;
    const bdd high = cover(products, bdd_without(pool, least_high, most_low), most_high);
    products->value[top] = BDD_ANY;
    const bdd rest = bdd_or(pool, bdd_without(pool, least_low, low), bdd_without(pool, least_high, high));
    const bdd both = cover(products, rest, bdd_and(pool, most_low, most_high));
    const bdd variable = bdd_variable(pool, top);
    return bdd_or(pool, both, bdd_or(pool, bdd_and(pool, variable, high), bdd_without(pool, low, variable)));
}

int bdd_products(struct bdd_pool *pool, bdd of, uint32_t variables,
                 int (*put)(void *context, const uint8_t *value), void *context) {
    struct products products = {pool, NULL, put, context, 0};
    products.value = pool->failed ? NULL : memory_allocate(pool->memory, variables + 1);
    if (products.value == NULL) {
        return bdd_no_memory(pool);
    }
    memset(products.value, BDD_ANY, variables + 1);
    cover(&products, of, of);
    memory_free(pool->memory, products.value, variables + 1);
    return products.stopped || pool->failed ? -1 : 0;
}
