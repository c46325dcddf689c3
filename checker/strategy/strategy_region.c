/* The part of a network that plays can visit from a vertex of the game on, by breadth-first search over the
 * network's tree. */
#include "checker/strategy/strategy_region.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/tarjan.h"

static int fail_memory(struct error *error) {
    return error_memory(error, "to explain the end of a path");
}

/* --- vertices --- */

struct region_walk {
    struct strategy_moves *moves;
    struct strategy_region *region;
    struct error *error;
    struct tuple_set vertices;
    uint64_t next; /* the vertex to visit */
};

/* Begins a walk at a vertex, and a region. */
static int begin_region(struct region_walk *walk, const uint32_t *tuple) {
    struct strategy_moves *moves = walk->moves;
    struct strategy_region *region = walk->region;
    walk->vertices = (struct tuple_set){.memory = moves->memory, .width = moves->width};
    *region = (struct strategy_region){.memory = moves->memory,
                                       .states = {.memory = moves->memory, .width = moves->width - 1},
                                       .is_closed = 1,
                                       .label_count = moves->labels->count};
    region->occurs = memory_allocate_zeroed(region->memory, region->label_count);
    return region->occurs == NULL                                         ? fail_memory(walk->error)
           : tuple_set_add(&walk->vertices, tuple, walk->error) < 0       ? -1
           : tuple_set_add(&walk->region->states, tuple, walk->error) < 0 ? -1
                                                                          : 0;
}

/* Adds the vertices to which the moves of the next vertex lead, and their states. */
static int visit_end(struct region_walk *walk) {
    struct strategy_moves *moves = walk->moves;
    int status = strategy_moves_find(moves, tuple_set_at(&walk->vertices, walk->next), walk->error);
    if (status != 1) {
        return status < 0 ? -1
                          : error_set(walk->error, ERROR_INPUT, "the network has an unknown label \"%.200s\"",
                                      moves->unknown);
    }
    for (uint64_t move = 0; move < moves->count; move++) {
        const uint32_t *tuple = strategy_moves_tuple(moves, move);
        int added = tuple_set_add(&walk->vertices, tuple, walk->error);
        if (added < 0 || (added == 1 && tuple_set_add(&walk->region->states, tuple, walk->error) < 0)) {
            return -1;
        }
    }
    return 0;
}

/* Visits vertices until none is left, or until there are more states or vertices than these: then the region
 * is a part, and the walk can go on. */
static int visit_all(struct region_walk *walk, uint64_t most_states, uint64_t most_vertices) {
    struct strategy_region *region = walk->region;
    region->is_part = 0;
    for (; walk->next < walk->vertices.count; walk->next++) {
        if (visit_end(walk) != 0) {
            return -1;
        }
        if (region->states.count > most_states || walk->vertices.count > most_vertices) {
            region->is_part = 1;
            break;
        }
    }
    region->count = region->states.count < most_states ? region->states.count : most_states;
    return 0;
}

/* --- transitions --- */

static int is_same_move(const struct region_move *one, const struct region_move *other) {
    return one->from == other->from && one->label == other->label && one->to == other->to;
}

/* Adds the transitions of a state. */
static int add_moves(struct strategy_moves *moves, struct strategy_region *region, uint64_t state,
                     struct error *error) {
    const struct walker_transition *transitions;
    uint64_t count, first = region->moves.count;
    const uint32_t *tuple = tuple_set_at(&region->states, state);
    if (walker_transitions(moves->walker, tuple, &transitions, &count, error) != 0) {
        return -1;
    }
    for (uint64_t k = 0; k < count; k++) {
        uint32_t label = strategy_moves_label(moves, transitions[k].label);
        if (label == STRATEGY_NO_LABEL) {
            return error_set(error, ERROR_INPUT, "the network has an unknown label \"%.200s\"",
                             transitions[k].label);
        }
        region->occurs[label] = 1;
        walker_target(moves->walker, tuple, &transitions[k], moves->target);
        struct region_move move = {(uint32_t)state, label, tuple_set_index(&region->states, moves->target)};
        if (move.to == UINT32_MAX) {
            region->is_closed = 0;
            continue;
        }
        if (region->is_counted || (region->moves.count > first &&
                                   is_same_move(&region->moves.data[region->moves.count - 1], &move))) {
            continue; /* transitions are sorted by label and target */
        }
        if (GROWING_ADD(region->memory, region->moves, move) != 0) {
            return fail_memory(error);
        }
    }
    return 0;
}

static int add_all_moves(struct region_walk *walk) {
    struct strategy_region *region = walk->region;
    for (uint64_t state = 0; state < region->states.count; state++) {
        if (add_moves(walk->moves, region, state, walk->error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- regions --- */

/* Goes on after some states: has the others counted, and if they are few enough visits them. */
static int go_on(struct region_walk *walk, const struct strategy_counter *counter) {
    struct strategy_region *region = walk->region;
    struct strategy_count count = {0};
    if ((counter != NULL && counter->count(counter, &count, walk->error) != 0) ||
        (count.states <= STRATEGY_REGION_MOST &&
         visit_all(walk, STRATEGY_REGION_MOST, STRATEGY_REGION_VERTICES) != 0)) {
        return -1;
    }
    if (region->is_part && count.states != 0) {
        region->is_part = 0;
        region->is_counted = 1;
        region->count = count.states;
        region->is_closed = count.is_closed;
        memcpy(region->occurs, count.occurs, region->label_count);
    }
    return 0;
}

int strategy_region_find(struct strategy_moves *moves, const uint32_t *tuple,
                         const struct strategy_counter *counter, struct strategy_region *region,
                         struct error *error) {
    struct region_walk walk = {.moves = moves, .region = region, .error = error};
    int failed = begin_region(&walk, tuple) != 0 ||
                 visit_all(&walk, STRATEGY_REGION_FEW, STRATEGY_REGION_VERTICES) != 0 ||
                 (region->is_part && go_on(&walk, counter) != 0) ||
                 (!region->is_part && !region->is_counted && add_all_moves(&walk) != 0);
    tuple_set_free(&walk.vertices);
    return failed ? -1 : 0;
}

int strategy_region_count(struct strategy_moves *moves, const uint32_t *tuple, uint64_t most,
                          struct strategy_region *region, struct error *error) {
    struct region_walk walk = {.moves = moves, .region = region, .error = error};
    int failed = begin_region(&walk, tuple) != 0 || visit_all(&walk, most, most) != 0;
    region->is_counted = 1;
    failed = failed || (!region->is_part && add_all_moves(&walk) != 0);
    tuple_set_free(&walk.vertices);
    return failed ? -1 : 0;
}

void strategy_region_free(struct strategy_region *region) {
    if (region->memory != NULL) {
        tuple_set_free(&region->states);
        memory_free(region->memory, region->occurs, region->label_count);
        GROWING_FREE(region->memory, region->moves);
    }
    *region = (struct strategy_region){0};
}

/* --- components --- */

struct region_rows {
    const struct strategy_region *region;
    const uint64_t *begin; /* states + 1 */
};

static uint64_t row_begin(const void *graph, uint32_t vertex) {
    return ((const struct region_rows *)graph)->begin[vertex];
}

static uint64_t row_end(const void *graph, uint32_t vertex) {
    return ((const struct region_rows *)graph)->begin[vertex + 1];
}

static uint32_t row_target(const void *graph, uint64_t edge) {
    return ((const struct region_rows *)graph)->region->moves.data[edge].to;
}

static void find_components(const struct strategy_region *region, uint64_t *begin, struct tarjan *search) {
    static const struct tarjan_rows functions = {row_begin, row_end, row_target, NULL};
    const struct region_rows rows = {region, begin};
    uint64_t states = region->states.count, move = 0;
    for (uint64_t state = 0; state <= states; state++) {
        begin[state] = move;
        while (move < region->moves.count && region->moves.data[move].from == state) {
            move++;
        }
    }
    search->graph = &rows;
    memset(search->number, 0, states * sizeof *search->number);
    tarjan_start(search);
    for (uint32_t state = 0; state < states; state++) {
        if (search->number[state] == 0) {
            tarjan_enter(search, &functions, state);
        }
        while (search->depth > 0) {
            tarjan_step(search, &functions);
        }
    }
    for (uint32_t state = 0; state < states; state++) {
        search->number[state] = tarjan_component(search, state);
    }
}

int strategy_region_components(const struct strategy_region *region, uint32_t *component, uint32_t *count) {
    struct memory *memory = region->memory;
    uint64_t states = region->states.count;
    struct tarjan search = {.room = states, .number = component};
    uint64_t *begin = memory_allocate_array(memory, states + 1, sizeof *begin);
    search.vertices = memory_allocate_array(memory, states, sizeof *search.vertices);
    search.places = memory_allocate_array(memory, states, sizeof *search.places);
    int failed = begin == NULL || search.vertices == NULL || search.places == NULL;
    if (!failed) {
        find_components(region, begin, &search);
        *count = (uint32_t)tarjan_components(&search);
    }
    memory_free(memory, begin, (states + 1) * sizeof *begin);
    memory_free(memory, search.vertices, states * sizeof *search.vertices);
    memory_free(memory, search.places, states * sizeof *search.places);
    return failed ? -1 : 0;
}
