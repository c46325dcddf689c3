/*
 * Whether an automaton accepts a run, by the definition of its acceptance: the positions of the run together
 * with the states in which the automaton may be are a graph, in which an accepting cycle is sought. Each part
 * of the acceptance is a list of conditions, "if the sets of F are seen again and again, so is one of I"; a
 * component that breaks one loses the edges of F, and what is left is decomposed again (Streett).
 */
#include "checker/verify/verify_automaton.h"

#include "base/array.h"
#include "base/bitmap_core.h"
#include "base/bitset.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/tarjan.h"
#include "checker/verify/verify_internal.h"
#include "specs/ltl/hoa.h"
#include "specs/syntax/ltl_tree.h"

/* A place: a position of the run and a state of the automaton. */
struct place_edge {
    uint32_t target;
    uint64_t of; /* the automaton's edge */
};

struct reading {
    const struct verifier *verifier;
    const struct letters *letters;
    const struct hoa *hoa;
    struct bdd_pool *pool;
    uint64_t places;
    GROWING(struct place_edge) edge; /* of reached places; of others there are none */
    uint64_t *row;                   /* [places + 1] */
    uint8_t *reached, *value;        /* by place; by atom, at one position */
    uint32_t *kept;                  /* edges that are looked at, as a bitmap */
    uint32_t *component;             /* by place */
    struct tarjan search;
};

static int no_memory(const struct reading *reading) {
    return verify_memory(reading->verifier);
}

/* --- the graph --- */

static void read_letter(const struct reading *reading, uint64_t position) {
    for (uint32_t a = 0; a < reading->hoa->atoms; a++) {
        reading->value[a] = (uint8_t)reading->letters->holds(reading->letters->context, a, position);
    }
}

static int add_edges(struct reading *reading, uint64_t position, uint32_t state) {
    const struct hoa *hoa = reading->hoa;
    const uint64_t next = position + 1 < reading->letters->positions ? position + 1 : reading->letters->loop;
    for (uint64_t e = hoa->row.data[state]; e < hoa->row.data[state + 1]; e++) {
        const struct place_edge edge = {(uint32_t)(next * hoa->states + hoa->edge.data[e].target), e};
        if (bdd_value(reading->pool, hoa->edge.data[e].guard, reading->value) &&
            GROWING_ADD(reading->verifier->run->memory, reading->edge, edge) != 0) {
            return no_memory(reading);
        }
    }
    return 0;
}

/* Makes the edges of all places, whether they are reached or not. */
static int make_edges(struct reading *reading) {
    const uint32_t states = reading->hoa->states;
    for (uint64_t position = 0; position < reading->letters->positions; position++) {
        if (verify_stopped(reading->verifier, "verifying", position, reading->letters->positions, "steps") !=
            0) {
            return -1;
        }
        read_letter(reading, position);
        for (uint32_t state = 0; state < states; state++) {
            reading->row[position * states + state] = reading->edge.count;
            if (add_edges(reading, position, state) != 0) {
                return -1;
            }
        }
    }
    reading->row[reading->places] = reading->edge.count;
    return 0;
}

/* Marks the places that are reached; `component` serves as the stack. */
static void reach(struct reading *reading) {
    uint32_t *stack = reading->component, depth = 0;
    for (uint64_t i = 0; i < reading->hoa->initial.count; i++) {
        const uint32_t state = reading->hoa->initial.data[i];
        if (!reading->reached[state]) {
            reading->reached[state] = 1;
            stack[depth++] = state;
        }
    }
    while (depth > 0) {
        const uint32_t place = stack[--depth];
        for (uint64_t e = reading->row[place]; e < reading->row[place + 1]; e++) {
            const uint32_t target = reading->edge.data[e].target;
            if (!reading->reached[target]) {
                reading->reached[target] = 1;
                stack[depth++] = target;
            }
        }
    }
}

static uint64_t row_begin(const void *graph, uint32_t place) {
    return ((const struct reading *)graph)->row[place];
}

static uint64_t row_end(const void *graph, uint32_t place) {
    return ((const struct reading *)graph)->row[place + 1];
}

static uint32_t edge_target(const void *graph, uint64_t edge) {
    const struct reading *reading = graph;
    return bitmap_has(reading->kept, edge) ? reading->edge.data[edge].target : TARJAN_NO_EDGE;
}

static const struct tarjan_rows rows = {row_begin, row_end, edge_target, NULL};

static uint64_t decompose(struct reading *reading) {
    struct tarjan *search = &reading->search;
    memset(search->number, 0, reading->places * sizeof *search->number);
    tarjan_start(search);
    for (uint32_t place = 0; place < reading->places; place++) {
        if (search->number[place] == 0) {
            tarjan_enter(search, &rows, place);
        }
        while (search->depth > 0) {
            tarjan_step(search, &rows);
        }
    }
    for (uint32_t place = 0; place < reading->places; place++) {
        reading->component[place] = tarjan_component(search, place);
    }
    return tarjan_components(search);
}

/* --- the acceptance --- */

/* One condition: sets of the automaton's acceptance. fin NULL: in any case. */
struct condition {
    const uint64_t *fin, *inf;
};

/* Whether an edge is kept, and within a component. */
static int is_inside(const struct reading *reading, uint32_t place, uint64_t edge) {
    return bitmap_has(reading->kept, edge) &&
           reading->component[reading->edge.data[edge].target] == reading->component[place];
}

static int is_in(const struct reading *reading, uint64_t edge, const uint64_t *sets) {
    return bitset_intersect(hoa_member(reading->hoa, reading->edge.data[edge].of), sets, reading->hoa->words);
}

/* Removes the edges of components that break a condition. seen: by component. Returns whether there
 * are some. */
static int apply(struct reading *reading, const struct condition *condition, uint8_t *seen,
                 uint64_t components) {
    int removed = 0;
    memset(seen, 0, components);
    for (uint32_t place = 0; place < reading->places; place++) {
        for (uint64_t e = reading->row[place]; e < reading->row[place + 1]; e++) {
            if (is_inside(reading, place, e)) {
                seen[reading->component[place]] |= is_in(reading, e, condition->inf);
            }
        }
    }
    for (uint32_t place = 0; place < reading->places; place++) {
        for (uint64_t e = reading->row[place]; e < reading->row[place + 1]; e++) {
            if (is_inside(reading, place, e) && !seen[reading->component[place]] &&
                (condition->fin == NULL || is_in(reading, e, condition->fin))) {
                bitmap_clear(reading->kept, e);
                removed = 1;
            }
        }
    }
    return removed;
}

static int has_cycle(const struct reading *reading) {
    for (uint32_t place = 0; place < reading->places; place++) {
        for (uint64_t e = reading->row[place]; e < reading->row[place + 1]; e++) {
            if (is_inside(reading, place, e)) {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether there is a cycle that satisfies all conditions, with the edges that are kept: 1, 0 or -1. */
static int has_accepting(struct reading *reading, const struct condition *conditions, uint64_t count,
                         uint8_t *seen) {
    int removed = 1;
    while (removed) {
        removed = 0;
        const uint64_t components = decompose(reading);
        for (uint64_t i = 0; i < count; i++) {
            if (run_should_stop(reading->verifier->run)) {
                return error_set(reading->verifier->error, ERROR_INTERRUPTED, "interrupted");
            }
            removed |= apply(reading, &conditions[i], seen, components);
        }
    }
    return has_cycle(reading);
}

static void keep_reached(struct reading *reading) {
    for (uint32_t place = 0; place < reading->places; place++) {
        for (uint64_t e = reading->row[place]; e < reading->row[place + 1] && reading->reached[place]; e++) {
            bitmap_set(reading->kept, e);
        }
    }
}

static int is_empty(const uint64_t *sets, uint64_t words) {
    uint64_t w = 0;
    while (w < words && sets[w] == 0) {
        w++;
    }
    return w == words;
}

/* One part of a disjunction: no edge of `fin`, and each set of `inf`. */
static int accepts_part(struct reading *reading, uint64_t part, struct condition *conditions,
                        uint64_t *single, uint8_t *seen) {
    const struct hoa *hoa = reading->hoa;
    const uint64_t *inf = hoa_inf(&hoa->acceptance, part);
    uint64_t count = 0;
    keep_reached(reading);
    for (uint64_t e = 0; e < reading->edge.count; e++) {
        if (is_in(reading, e, hoa_fin(&hoa->acceptance, part))) {
            bitmap_clear(reading->kept, e);
        }
    }
    memset(single, 0, 2 * hoa->sets * hoa->words * sizeof *single);
    for (uint32_t set = 0; set < 2 * hoa->sets; set++) {
        if (bitset_has(inf, set)) {
            bitset_add(single + count * hoa->words, set);
            conditions[count] = (struct condition){NULL, single + count * hoa->words};
            count++;
        }
    }
    return has_accepting(reading, conditions, count, seen);
}

static int accepts_streett(struct reading *reading, struct condition *conditions, uint8_t *seen) {
    const struct hoa *hoa = reading->hoa;
    for (uint64_t part = 0; part < hoa->acceptance.count; part++) {
        const uint64_t *fin = hoa_fin(&hoa->acceptance, part);
        conditions[part] =
            (struct condition){is_empty(fin, hoa->words) ? NULL : fin, hoa_inf(&hoa->acceptance, part)};
    }
    keep_reached(reading);
    return has_accepting(reading, conditions, hoa->acceptance.count, seen);
}

static int accepts(struct reading *reading) {
    const struct hoa *hoa = reading->hoa;
    struct memory *memory = reading->verifier->run->memory;
    const uint64_t most = 2 * (uint64_t)hoa->sets + hoa->acceptance.count + 1;
    const uint64_t words = 2 * (uint64_t)hoa->sets * hoa->words;
    struct condition *conditions = memory_allocate_array(memory, most, sizeof *conditions);
    uint64_t *single = memory_allocate_array(memory, words, sizeof *single);
    uint8_t *seen = memory_allocate_zeroed(memory, reading->places + 1);
    int accepted = conditions == NULL || single == NULL || seen == NULL ? no_memory(reading) : 0;
    if (accepted == 0 && hoa->acceptance.form == HOA_STREETT) {
        accepted = accepts_streett(reading, conditions, seen);
    } else if (accepted == 0) {
        for (uint64_t part = 0; part < hoa->acceptance.count && accepted == 0; part++) {
            accepted = accepts_part(reading, part, conditions, single, seen);
        }
    }
    memory_free(memory, conditions, most * sizeof *conditions);
    memory_free(memory, single, words * sizeof *single);
    memory_free(memory, seen, reading->places + 1);
    return accepted;
}

/* --- all together --- */

static int read_run(struct reading *reading) {
    struct memory *memory = reading->verifier->run->memory;
    const uint64_t places = reading->places;
    reading->row = memory_allocate_array(memory, places + 1, sizeof *reading->row);
    reading->reached = memory_allocate_zeroed(memory, places);
    reading->value = memory_allocate_zeroed(memory, reading->hoa->atoms);
    reading->component = memory_allocate_array(memory, places, sizeof *reading->component);
    reading->search = (struct tarjan){.graph = reading, .room = places};
    reading->search.number = memory_allocate_array(memory, places, sizeof *reading->search.number);
    reading->search.vertices = memory_allocate_array(memory, places, sizeof *reading->search.vertices);
    reading->search.places = memory_allocate_array(memory, places, sizeof *reading->search.places);
    int accepted = reading->row == NULL || reading->reached == NULL || reading->value == NULL ||
                           reading->component == NULL || reading->search.number == NULL ||
                           reading->search.vertices == NULL || reading->search.places == NULL
                       ? no_memory(reading)
                       : make_edges(reading);
    const uint64_t kept = bitmap_bytes(reading->edge.count);
    if (accepted == 0) {
        reading->kept = memory_allocate_zeroed(memory, kept);
        accepted = reading->kept == NULL ? no_memory(reading) : 0;
    }
    if (accepted == 0) {
        reach(reading);
        accepted = accepts(reading);
    }
    memory_free(memory, reading->kept, kept);
    memory_free(memory, reading->row, (places + 1) * sizeof *reading->row);
    memory_free(memory, reading->reached, places);
    memory_free(memory, reading->value, reading->hoa->atoms);
    memory_free(memory, reading->component, places * sizeof *reading->component);
    memory_free(memory, reading->search.number, places * sizeof *reading->search.number);
    memory_free(memory, reading->search.vertices, places * sizeof *reading->search.vertices);
    memory_free(memory, reading->search.places, places * sizeof *reading->search.places);
    GROWING_FREE(memory, reading->edge);
    return accepted;
}

/* The parts of a conjunction in their order; the first ones were joined first. */
static void find_parts(const struct ltl_tree *tree, uint32_t count, uint32_t *node) {
    uint32_t whole = tree->root;
    for (uint32_t a = count; a-- > 0;) {
        node[a] = a == 0 ? whole : tree->node.data[whole].right;
        whole = a == 0 ? whole : tree->node.data[whole].left;
    }
}

int verify_automaton(const struct verifier *verifier, const struct property *property,
                     const struct ltl_tree *tree, uint32_t *node, const struct letters *letters) {
    struct bdd_pool pool;
    struct hoa hoa = {.pool = NULL};
    int accepted = -1;
    if (bdd_open(&pool, verifier->run, verifier->error) == 0 &&
        hoa_read(&hoa, &pool,
                 (struct formula_source){property->file, property->text, property->text_bytes - 1}) == 0) {
        struct reading reading = {.verifier = verifier,
                                  .letters = letters,
                                  .hoa = &hoa,
                                  .pool = &pool,
                                  .places = letters->positions * hoa.states};
        find_parts(tree, hoa.atoms, node);
        accepted = reading.places < UINT32_MAX
                       ? read_run(&reading)
                       : error_set(verifier->error, ERROR_LIMIT,
                                   "the trace has too many steps for an automaton of so many states");
    }
    hoa_free(&hoa);
    bdd_close(&pool);
    return accepted;
}
