/*
 * Forms of acceptance conditions (hoa.h). The disjunctive one is computed from the leaves up: a list of parts
 * for each operand, without parts that say more than another one of the list. Where it has too many parts,
 * the one of the dual condition shows whether the condition is one of Streett.
 */
#include <string.h>

#include "base/memory.h"
#include "specs/ltl/hoa.h"

#define MOST_PARTS 256u /* of a disjunctive form, between the leaves and the whole */
#define MOST_PRODUCTS (1u << 14)

/* The lists of the operands that are not used yet, each on top of the one before. */
struct forming {
    const struct hoa *hoa;
    struct bdd_pool *pool;
    struct memory *memory;
    int is_dual;
    uint64_t size;           /* words of a part: those of fin, then those of inf */
    uint64_t most;           /* parts of a list */
    GROWING(uint64_t) bits;  /* of all parts */
    GROWING(uint64_t) count; /* parts by list */
    GROWING(uint64_t) spare; /* lists that are being combined */
    uint64_t *part;          /* one that is being made */
    int is_too_large;
};

static int may_go_on(const struct forming *forming) {
    return !forming->pool->failed && !forming->is_too_large;
}

static uint32_t opposite(const struct hoa *hoa, uint32_t set) {
    return set < hoa->sets ? set + hoa->sets : set - hoa->sets;
}

/* Leaves out what the rest of the part implies: an infinite run is in a set or outside of it again and again.
 * Whether some run can satisfy it. */
static int simplify_part(const struct hoa *hoa, uint64_t *fin, uint64_t *inf) {
    for (uint32_t set = 0; set < 2 * hoa->sets; set++) {
        if (bitset_has(fin, set)) {
            const uint32_t other = opposite(hoa, set);
            if (bitset_has(inf, set) || bitset_has(fin, other)) {
                return 0;
            }
            inf[other / 64] &= ~((uint64_t)1 << other % 64);
        }
    }
    return 1;
}

static int is_within(const uint64_t *a, const uint64_t *b, uint64_t words) {
    for (uint64_t w = 0; w < words; w++) {
        if ((a[w] & ~b[w]) != 0) {
            return 0;
        }
    }
    return 1;
}

/* Adds the part that was made to the last list, unless another one there asks for less. */
static void add_part(struct forming *forming) {
    const uint64_t size = forming->size;
    uint64_t *count = &forming->count.data[forming->count.count - 1], kept = 0;
    const uint64_t begin = forming->bits.count - *count * size;
    if (!simplify_part(forming->hoa, forming->part, forming->part + size / 2)) {
        return;
    }
    for (uint64_t p = 0; p < *count && bdd_step(forming->pool); p++) {
        uint64_t *list = &forming->bits.data[begin], *other = list + p * size;
        if (is_within(other, forming->part, size)) {
            return; /* and so no other part asks for more than the new one */
        }
        if (!is_within(forming->part, other, size)) {
            memmove(list + kept++ * size, other, size * sizeof *list);
        }
    }
    if (!may_go_on(forming)) {
        return;
    }
    forming->bits.count = begin + kept * size;
    *count = kept + 1;
    forming->is_too_large |= *count > forming->most;
    for (uint64_t w = 0; w < size; w++) {
        const uint64_t word = forming->part[w];
        if (GROWING_ADD(forming->memory, forming->bits, word) != 0) {
            bdd_no_memory(forming->pool);
            return;
        }
    }
}

static void begin_list(struct forming *forming) {
    if (GROWING_ADD(forming->memory, forming->count, 0) != 0) {
        bdd_no_memory(forming->pool);
    }
}

/* Moves the last list to the end of the spare ones, and returns how many parts it has. */
static uint64_t take_list(struct forming *forming) {
    const uint64_t parts = forming->count.data[--forming->count.count], words = parts * forming->size;
    forming->bits.count -= words;
    for (uint64_t w = 0; w < words; w++) {
        const uint64_t word = forming->bits.data[forming->bits.count + w];
        if (GROWING_ADD(forming->memory, forming->spare, word) != 0) {
            bdd_no_memory(forming->pool);
            return 0;
        }
    }
    return parts;
}

/* One of the last two lists is true: the last one's parts are added to the other. */
static void make_either(struct forming *forming) {
    const uint64_t parts = take_list(forming);
    for (uint64_t p = 0; p < parts && may_go_on(forming); p++) {
        memcpy(forming->part, forming->spare.data + p * forming->size, forming->size * sizeof(uint64_t));
        add_part(forming);
    }
}

/* Both are: a part of each. */
static void make_both(struct forming *forming) {
    const uint64_t size = forming->size, right = take_list(forming), left = take_list(forming);
    begin_list(forming);
    forming->is_too_large |= left * right > MOST_PRODUCTS;
    for (uint64_t p = 0; p < left * right && may_go_on(forming); p++) {
        const uint64_t *a = forming->spare.data + (right + p / right) * size,
                       *b = forming->spare.data + p % right * size;
        for (uint64_t w = 0; w < size; w++) {
            forming->part[w] = a[w] | b[w];
        }
        add_part(forming);
    }
}

static enum hoa_term_kind dual_kind(enum hoa_term_kind kind) {
    static const enum hoa_term_kind dual[] = {
        [HOA_TRUE] = HOA_FALSE, [HOA_FALSE] = HOA_TRUE, [HOA_FIN] = HOA_INF,
        [HOA_INF] = HOA_FIN,    [HOA_AND] = HOA_OR,     [HOA_OR] = HOA_AND};
    return dual[kind];
}

static void make_leaf(struct forming *forming, enum hoa_term_kind kind, const struct hoa_term *term) {
    begin_list(forming);
    memset(forming->part, 0, forming->size * sizeof *forming->part);
    if (kind == HOA_FIN || kind == HOA_INF) {
        bitset_add(forming->part + (kind == HOA_INF ? forming->size / 2 : 0),
                   term->is_outside ? term->set + forming->hoa->sets : term->set);
    }
    if (kind != HOA_FALSE && may_go_on(forming)) {
        add_part(forming);
    }
}

static void make_list(struct forming *forming) {
    for (uint64_t t = 0; t < forming->hoa->term.count && may_go_on(forming); t++) {
        const struct hoa_term *term = &forming->hoa->term.data[t];
        const enum hoa_term_kind kind = forming->is_dual ? dual_kind(term->kind) : term->kind;
        forming->spare.count = 0;
        if (kind == HOA_AND) {
            make_both(forming);
        } else if (kind == HOA_OR) {
            make_either(forming);
        } else {
            make_leaf(forming, kind, term);
        }
    }
}

/* Makes the list of the whole: 1; 0 if it is too large; -1. */
static int form(struct forming *forming, struct hoa *hoa, int is_dual, uint64_t most) {
    *forming = (struct forming){.hoa = hoa,
                                .pool = hoa->pool,
                                .memory = hoa->pool->memory,
                                .is_dual = is_dual,
                                .size = 2 * hoa->words,
                                .most = most};
    forming->part = memory_allocate_array(forming->memory, forming->size, sizeof *forming->part);
    if (forming->part == NULL) {
        bdd_no_memory(hoa->pool);
    } else {
        make_list(forming);
    }
    return hoa->pool->failed ? -1 : !forming->is_too_large;
}

static void end_forming(struct forming *forming) {
    GROWING_FREE(forming->memory, forming->bits);
    GROWING_FREE(forming->memory, forming->count);
    GROWING_FREE(forming->memory, forming->spare);
    memory_free(forming->memory, forming->part, forming->size * sizeof *forming->part);
}

/* The list that was made is the acceptance. */
static void take_form(struct forming *forming, struct hoa *hoa, enum hoa_form form) {
    struct hoa_acceptance *acceptance = &hoa->acceptance;
    acceptance->form = form;
    acceptance->words = hoa->words;
    acceptance->count = forming->count.data[0];
    acceptance->bits.data = forming->bits.data;
    acceptance->bits.count = forming->bits.count;
    acceptance->bits.capacity = forming->bits.capacity;
    forming->bits.data = NULL;
    forming->bits.count = forming->bits.capacity = 0;
}

/* Of the dual condition's parts, each with at most one set of `inf`: they are negated. */
static int make_streett(struct hoa *hoa) {
    struct forming forming;
    int made = form(&forming, hoa, 1, HOA_MOST_PAIRS);
    for (uint64_t p = 0; made == 1 && p < forming.count.data[0]; p++) {
        uint64_t *fin = forming.bits.data + p * forming.size, *inf = fin + hoa->words;
        unsigned sets = 0;
        for (uint64_t w = 0; w < hoa->words; w++) {
            const uint64_t word = fin[w];
            sets += (unsigned)__builtin_popcountll(inf[w]);
            fin[w] = inf[w];
            inf[w] = word;
        }
        made = sets <= 1;
    }
    if (made == 1) {
        take_form(&forming, hoa, HOA_STREETT);
    }
    end_forming(&forming);
    return made;
}

int hoa_normalise(struct hoa *hoa) {
    struct forming forming;
    int made = form(&forming, hoa, 0, MOST_PARTS);
    made = made == 1 && forming.count.data[0] > HOA_MOST_CONJUNCTIONS ? 0 : made;
    if (made == 1) {
        take_form(&forming, hoa, HOA_DISJUNCTIVE);
    }
    end_forming(&forming);
    return made == 0 ? make_streett(hoa) : made;
}

int hoa_dualise(const struct hoa *from, struct hoa *to) {
    for (uint64_t t = 0; t < from->term.count; t++) {
        struct hoa_term term = from->term.data[t];
        term.kind = dual_kind(term.kind);
        if (GROWING_ADD(to->pool->memory, to->term, term) != 0) {
            return bdd_no_memory(to->pool);
        }
    }
    return 0;
}
