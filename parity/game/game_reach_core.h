#ifndef HEDDLE_PARITY_GAME_GAME_REACH_CORE_H
#define HEDDLE_PARITY_GAME_GAME_REACH_CORE_H

/*
 * The steps of counting what plays can visit (parity/game/game_reach.h), on the host and on a GPU.
 *
 * In the hash table, a state is the number of a vertex that has it: 4 bytes, whatever the length of vectors.
 * Two numbers are compared by the keys of their vertices.
 */
#include "base/steps/steps.h"
#include "base/steps/steps_core.h"
#include "explorer/model/fold_core.h"
#include "explorer/model/successors_core.h"

#ifdef __cplusplus
extern "C" {
#endif

#define REACH_NONE UINT32_MAX

struct reach_counters {
    uint64_t met;     /* vertices in the line */
    uint64_t states;  /* states in the table */
    uint32_t is_open; /* some transition leads to a state that is not in the table */
    uint32_t failed;  /* memory ran out on the host */
};

struct reach_view {
    const uint64_t *offsets; /* of the game */
    const uint32_t *targets;
    uint32_t *seen; /* bitmap of the vertices that were met */
    uint32_t *line; /* those vertices; after REACH_PLACE one for each state, and REACH_NONE */
    const void *image;
    const struct model_header *header; /* of the image */
    uint32_t words, key_words;         /* of a vector, of a key */
    int is_folded;                     /* vectors are folded to keys */
    const uint64_t *keys, *pairs;      /* of the game's vertices */
    const uint8_t *passes;             /* observer's states: plays visit another one with the same state */
    uint32_t *visited;                 /* observer's states: not 0 where some vertex has it */
    struct model_component field;      /* the observer's field */
    uint32_t *places;                  /* the table: vertices, or REACH_NONE */
    uint64_t place_count;
    uint32_t *occurs;  /* labels */
    uint64_t *scratch; /* of `threads` threads: reach_scratch_words for each */
    uint64_t threads;
    struct reach_counters *counters;
};

/* clang-format off */
#define REACH_STEPS(STEP)                                                                                    \
    /* items of the line: appends the vertices to which they lead */                                         \
    STEP(reach, REACH_SPREAD, reach_met, reach_degree, reach_spread, step_no_end, reach_line)
#define REACH_COUNTED_STEPS(STEP)                                                                            \
    /* items of the line: puts their states into the table, and counts them */                               \
    STEP(reach, REACH_PLACE, reach_place, step_not_over, reach_state_counter)
/* clang-format on */

/* The steps of a side. */
struct reach_side {
    const struct steps_side *steps;
    /* Does REACH_SPREAD for the items of the line and those that it appends. 0, or -1 with the error filled.
     */
    int (*spread)(const struct steps *steps, const struct reach_view *view);
    step_function place;
    step_function look; /* reach_look for items of the line */
    /* The threads for which it needs scratch. */
    uint64_t (*threads)(const struct steps *steps, const struct model_header *header);
};

extern const struct reach_side reach_side_host, reach_side_cuda;

/* --- vertices --- */

CORE_FUNCTION uint32_t reach_met(const struct reach_view *view, uint64_t at) {
    return view->line[at];
}

CORE_FUNCTION uint64_t reach_degree(const struct reach_view *view, uint32_t vertex) {
    return view->offsets[vertex + 1] - view->offsets[vertex];
}

CORE_FUNCTION struct step_sink reach_line(const struct reach_view *view) {
    struct step_sink sink = {view->line, &view->counters->met, NULL, NULL, 0};
    return sink;
}

CORE_FUNCTION uint32_t reach_spread(const struct reach_view *view, uint32_t vertex, uint32_t lane,
                                    uint32_t lanes, const struct step_sink *sink) {
    uint64_t end = view->offsets[vertex + 1];
    for (uint64_t edge = view->offsets[vertex] + lane; edge < end; edge += lanes) {
        uint32_t target = view->targets[edge];
        if (shared_bit_claim(view->seen, target)) {
            step_append(sink, target);
        }
    }
    return 0;
}

/* --- states --- */

/* A word of a vertex's vector, with the observer's field. */
CORE_FUNCTION uint64_t reach_word(const struct reach_view *view, uint32_t vertex, uint32_t word) {
    const uint64_t *key = view->keys + (uint64_t)vertex * view->key_words;
    return view->is_folded ? fold_word(view->header, view->pairs, key, word) : key[word] & ~TABLE_USED;
}

/* A word of a vector without the observer's field. */
CORE_FUNCTION uint64_t reach_of_network(const struct reach_view *view, uint32_t word, uint64_t value) {
    return word == view->field.word ? value & ~(view->field.mask << view->field.shift) : value;
}

CORE_FUNCTION uint64_t reach_home(const struct reach_view *view, uint64_t hash) {
    return core_multiply_high(hash, view->place_count);
}

CORE_FUNCTION uint64_t reach_next(const struct reach_view *view, uint64_t place) {
    return place + 1 == view->place_count ? 0 : place + 1;
}

/* Whether two vertices have the same state. */
CORE_FUNCTION int reach_same(const struct reach_view *view, uint32_t one, uint32_t other) {
    for (uint32_t word = view->words; word-- > 0;) {
        if (reach_of_network(view, word, reach_word(view, one, word)) !=
            reach_of_network(view, word, reach_word(view, other, word))) {
            return 0;
        }
    }
    return 1;
}

CORE_FUNCTION uint64_t *reach_state_counter(const struct reach_view *view) {
    return &view->counters->states;
}

/* Returns whether the state is new; otherwise, or if later vertices have it, crosses the item out. */
CORE_FUNCTION uint32_t reach_place(const struct reach_view *view, uint64_t at) {
    uint32_t vertex = view->line[at];
    uint64_t hash = 0, last = 0;
    for (uint32_t word = 0; word < view->words; word++) {
        uint64_t value = reach_word(view, vertex, word);
        last = word == view->field.word ? value : last;
        hash = core_mix(hash + reach_of_network(view, word, value));
    }
    uint32_t state = (uint32_t)(last >> view->field.shift & view->field.mask);
    if (!shared_glance(&view->visited[state])) {
        shared_store(&view->visited[state], 1);
    }
    if (view->passes[state]) {
        view->line[at] = REACH_NONE;
        return 0;
    }
    for (uint64_t place = reach_home(view, hash);; place = reach_next(view, place)) {
        uint32_t there = shared_load(&view->places[place]);
        if (there == REACH_NONE && shared_replace(&view->places[place], REACH_NONE, vertex)) {
            return 1;
        }
        there = there == REACH_NONE ? shared_load(&view->places[place]) : there;
        if (reach_same(view, there, vertex)) {
            view->line[at] = REACH_NONE;
            return 0;
        }
    }
}

/* --- transitions --- */

/* A state whose transitions are visited. */
struct reach_source {
    const struct reach_view *view;
    const struct model_view *model;
    const uint32_t *row; /* of the observer's state: what it follows, by class; NULL: nothing */
    uint32_t words;
};

/* Whether the state of a vector, which has any observer's state, is in the table. */
CORE_FUNCTION int reach_has(const struct reach_view *view, const uint64_t *vector, const uint32_t words) {
    uint64_t hash = 0;
    for (uint32_t word = 0; word < words; word++) {
        hash = core_mix(hash + reach_of_network(view, word, vector[word]));
    }
    for (uint64_t place = reach_home(view, hash);; place = reach_next(view, place)) {
        uint32_t there = view->places[place], word = 0;
        if (there == REACH_NONE) {
            return 0;
        }
        while (word < words && reach_of_network(view, word, reach_word(view, there, word)) ==
                                   reach_of_network(view, word, vector[word])) {
            word++;
        }
        if (word == words) {
            return 1;
        }
    }
}

CORE_FUNCTION int reach_visit(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    const struct reach_source *source = (const struct reach_source *)context;
    const struct reach_view *view = source->view;
    uint32_t at = source->model->observer_class[label];
    (void)choice;
    if (!shared_glance(&view->occurs[label])) {
        shared_store(&view->occurs[label], 1);
    }
    if (source->row != NULL && source->row[at] != source->row[at + 1]) {
        return 0;
    }
    if (!shared_glance(&view->counters->is_open) && !reach_has(view, target, source->words)) {
        shared_store(&view->counters->is_open, 1);
    }
    return 0;
}

/* Words for reach_look: the vector, a target and the guards. */
CORE_FUNCTION uint64_t reach_scratch_words(const struct model_header *header) {
    return 2 * (uint64_t)header->words + header->work_words;
}

/* Visits the transitions of the item's state. `vector` has room for `words` words, as has `target`. */
CORE_FUNCTION void reach_look(const struct reach_view *view, uint64_t at, uint64_t *vector, uint64_t *target,
                              uint64_t *guards, const uint32_t words) {
    const struct model_view model = model_view_of(view->image);
    const struct model_observer_state *state;
    struct reach_source source = {view, &model, NULL, words};
    uint32_t vertex = view->line[at];
    if (vertex == REACH_NONE) {
        return;
    }
    for (uint32_t word = 0; word < words; word++) {
        vector[word] = reach_word(view, vertex, word);
    }
    state = model.observer_state + model_field(&view->field, vector);
    source.row = state->kind == OBSERVER_STEP ? model.observer_row + state->row : NULL;
    const struct successors_source from = {
        &model, vector, target, guards, successors_have_tables(model.header, 1, 0), 0};
    successors_system(&from, words, reach_visit, &source);
}

#ifdef __cplusplus
}
#endif

#endif
