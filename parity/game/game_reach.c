/* Counts what plays of a game can visit: the memory and the order of the steps, on either side. */
#include "parity/game/game_reach.h"

#include <string.h>

#include "base/bitmap_core.h"
#include "base/device/device.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph_states.h"
#include "parity/game/game_reach_core.h"

#define FREE_PLACES 16u /* places of the table, in addition to 3 for 2 vertices */
#define FIRST_LOOK 64u  /* vertices whose transitions are looked at first */
#define MORE 8u         /* how many times as many are looked at next */

/* --- memory --- */

#define MOST_BLOCKS 9u

struct reach_counting {
    const struct reach_side *side;
    struct steps steps;
    const struct model_header *header; /* on the host */
    const model *model;
    struct reach_view view;
    uint64_t vertices;
    uint8_t *passes;    /* what the view has, on the host */
    uint8_t *settled;   /* labels: clearly, it does not occur */
    int follows;        /* clearly, plays follow all transitions */
    uint32_t *words;    /* room for a word of each label or of each state of the observer */
    uint64_t word_room; /* how many */
    struct {
        void *block;
        uint64_t bytes;
    } blocks[MOST_BLOCKS]; /* what was allocated on the side */
    unsigned block_count;
};

/* Allocates a block on the side, filled with a byte. Returns 0 or -1. */
static int take_block(struct reach_counting *counting, void *at, uint64_t bytes, int byte) {
    const struct steps *steps = &counting->steps;
    uint64_t size = bytes < sizeof(uint64_t) ? sizeof(uint64_t) : bytes;
    void *block = steps->side->allocate(steps, size);
    if (block == NULL) {
        return -1;
    }
    counting->blocks[counting->block_count].block = block;
    counting->blocks[counting->block_count++].bytes = size;
    memcpy(at, &block, sizeof block);
    return byte < 0 ? 0 : steps->side->fill(steps, block, byte, size);
}

static void free_blocks(struct reach_counting *counting) {
    while (counting->block_count-- > 0) {
        counting->steps.side->release(&counting->steps, counting->blocks[counting->block_count].block,
                                      counting->blocks[counting->block_count].bytes);
    }
}

#define UNFILLED (-1)

/* Copies the image to the side. */
static int copy_image(struct reach_counting *counting) {
    const struct steps *steps = &counting->steps;
    void *image = NULL;
    if (take_block(counting, &image, counting->header->bytes, UNFILLED) != 0) {
        return -1;
    }
    counting->view.image = image;
    counting->view.header = image;
    return steps->side->upload(steps, image, model_image(counting->model), counting->header->bytes);
}

static int moves_alone(const struct model_observer_state *state) {
    return state->kind == OBSERVER_EPSILON || state->kind == OBSERVER_TEST || state->kind == OBSERVER_PASS;
}

/* Whether a state of the observer does not move alone, or leads to one, as far as is known. */
static int leads_on(const struct model_view *model, const uint8_t *passes, uint32_t state) {
    return !moves_alone(&model->observer_state[state]) || passes[state];
}

/* Marks the observer's states from which its moves alone lead to one that does not move alone: plays that
 * visit them visit that one, too, with the same state of the network. A state that tests must lead there on
 * both classes. Observers are small. */
static void mark_passes(const struct model_view *model, uint8_t *passes) {
    uint32_t states = model->header->observer_states;
    memset(passes, 0, states);
    for (int more = 1; more;) {
        more = 0;
        for (uint32_t state = states; state-- > 0;) {
            const struct model_observer_state *from = &model->observer_state[state];
            const uint32_t *row = model->observer_row + from->row;
            for (uint32_t k = row[0]; k < row[1] && moves_alone(from) && !passes[state]; k++) {
                passes[state] = leads_on(model, passes, model->observer_target[k]) &&
                                (from->kind == OBSERVER_EPSILON ||
                                 leads_on(model, passes, model->observer_target[row[1]]));
                more |= passes[state];
            }
        }
    }
}

static int copy_passes(struct reach_counting *counting) {
    const struct model_view model = model_view_of(model_image(counting->model));
    uint32_t states = counting->header->observer_states;
    void *there = NULL;
    mark_passes(&model, counting->passes);
    int failed = take_block(counting, &there, states, UNFILLED) != 0 ||
                 counting->steps.side->upload(&counting->steps, there, counting->passes, states) != 0;
    counting->view.passes = there;
    return failed ? -1 : 0;
}

/* Allocates what is needed on the host. */
static int open_host(struct reach_counting *counting) {
    struct memory *memory = counting->steps.run->memory;
    uint32_t labels = counting->header->labels, states = counting->header->observer_states;
    counting->word_room = labels > states ? labels : states;
    counting->passes = memory_allocate(memory, states);
    counting->settled = memory_allocate(memory, labels);
    counting->words = memory_allocate_array(memory, counting->word_room, sizeof *counting->words);
    return counting->passes == NULL || counting->settled == NULL || counting->words == NULL
               ? error_memory(counting->steps.error, "to count states")
               : 0;
}

static int open_counting(struct reach_counting *counting) {
    struct reach_view *view = &counting->view;
    const struct model_header *header = counting->header;
    const struct model_view model = model_view_of(model_image(counting->model));
    view->field = model.component[header->components];
    return open_host(counting) != 0 ||
                   take_block(counting, &view->counters, sizeof *view->counters, 0) != 0 ||
                   take_block(counting, &view->seen, bitmap_bytes(counting->vertices), 0) != 0 ||
                   take_block(counting, &view->line, counting->vertices * sizeof *view->line, UNFILLED) !=
                       0 ||
                   take_block(counting, &view->occurs, header->labels * sizeof *view->occurs, 0) != 0 ||
                   take_block(counting, &view->visited, header->observer_states * sizeof *view->visited, 0) !=
                       0 ||
                   copy_image(counting) != 0 || copy_passes(counting) != 0
               ? -1
               : 0;
}

static void close_counting(struct reach_counting *counting) {
    struct memory *memory = counting->steps.run->memory;
    free_blocks(counting);
    memory_free(memory, counting->passes, counting->header->observer_states);
    memory_free(memory, counting->settled, counting->header->labels);
    memory_free(memory, counting->words, counting->word_room * sizeof *counting->words);
}

/* --- counting --- */

static int read_counters(const struct reach_counting *counting, struct reach_counters *counters) {
    return counting->steps.side->download(&counting->steps, counters, counting->view.counters,
                                          sizeof *counters);
}

/* Puts the first vertex into the line. */
static int begin_line(const struct reach_counting *counting, uint32_t vertex) {
    const struct steps *steps = &counting->steps;
    const struct reach_view *view = &counting->view;
    const uint32_t bit = 1u << (vertex % BITMAP_WORD_BITS);
    const uint64_t one = 1;
    return steps->side->upload(steps, view->line, &vertex, sizeof vertex) != 0 ||
                   steps->side->upload(steps, view->seen + vertex / BITMAP_WORD_BITS, &bit, sizeof bit) !=
                       0 ||
                   steps->side->upload(steps, &view->counters->met, &one, sizeof one) != 0
               ? -1
               : 0;
}

static int find_states(struct reach_counting *counting, uint64_t met) {
    struct reach_view *view = &counting->view;
    const struct steps *steps = &counting->steps;
    view->place_count = met + met / 2 + FREE_PLACES;
    return take_block(counting, &view->places, view->place_count * sizeof *view->places, 0xff) != 0 ||
                   steps->side->each(steps, counting->side->place, view, 0, met) != 0 ||
                   steps->side->download(steps, counting->words, view->visited,
                                         counting->header->observer_states * sizeof *view->visited) != 0
               ? -1
               : 0;
}

/* --- transitions --- */

/* Whether a transition with a label of this class, from a vertex with this state of the observer, would lead
 * to a state of the observer that no vertex has. */
static int leads_nowhere(const struct reach_counting *counting, const struct model_view *model,
                         uint32_t state, uint32_t label_class) {
    const uint32_t *row = model->observer_row + model->observer_state[state].row + label_class;
    for (uint32_t k = row[0]; k < row[1]; k++) {
        uint32_t to = model->observer_target[k];
        if (!counting->words[to] && model->observer_state[to].kind != OBSERVER_PASS) {
            return 1;
        }
    }
    return 0;
}

/*
 * Finds out what is clear before transitions are looked at. A vertex that stands for its state has one of the
 * observer's states that were visited and do not pass. If all of these follow all labels, no transition
 * leaves the region; if all of them follow a label to a state of the observer that was not visited, the label
 * does not occur.
 */
static void conclude(struct reach_counting *counting) {
    const struct model_view model = model_view_of(model_image(counting->model));
    uint32_t labels = counting->header->labels;
    memset(counting->settled, 1, labels);
    counting->follows = 1;
    for (uint32_t state = 0; state < counting->header->observer_states; state++) {
        if (!counting->words[state] || counting->passes[state]) {
            continue;
        }
        int moves = model.observer_state[state].kind == OBSERVER_STEP;
        for (uint32_t label = 0; label < labels; label++) {
            uint32_t at = model.observer_class[label];
            const uint32_t *row = model.observer_row + model.observer_state[state].row + at;
            counting->follows &= moves && row[0] != row[1];
            counting->settled[label] &= moves && leads_nowhere(counting, &model, state, at);
        }
    }
}

static int is_wanted(const struct game_reach *reach, uint32_t label) {
    return reach->wanted == NULL || reach->wanted[label];
}

/* Reads what is known; whether that is all: 1, 0 or -1. */
static int read_known(struct reach_counting *counting, struct game_reach *reach) {
    struct reach_counters counters;
    uint32_t labels = counting->header->labels;
    if (read_counters(counting, &counters) != 0 ||
        counting->steps.side->download(&counting->steps, counting->words, counting->view.occurs,
                                       labels * sizeof *counting->words) != 0) {
        return -1;
    }
    if (counters.failed) {
        return error_memory(counting->steps.error, "to count states");
    }
    int is_all = counters.is_open || counting->follows;
    for (uint32_t label = 0; label < labels; label++) {
        reach->occurs[label] |= counting->words[label] != 0 && is_wanted(reach, label);
        is_all &= reach->occurs[label] || counting->settled[label] || !is_wanted(reach, label);
    }
    reach->states = counters.states;
    reach->is_closed = !counters.is_open;
    return is_all;
}

/* Looks at the transitions of more and more states, until all is known. */
static int look(struct reach_counting *counting, uint64_t met, struct game_reach *reach) {
    struct reach_view *view = &counting->view;
    const struct steps *steps = &counting->steps;
    int known = 0;
    view->threads = counting->side->threads(steps, counting->header);
    uint64_t bytes = view->threads * reach_scratch_words(counting->header) * sizeof(uint64_t);
    if (take_block(counting, &view->scratch, bytes, UNFILLED) != 0) {
        return -1;
    }
    for (uint64_t first = 0, some = FIRST_LOOK; first < met && known == 0; first += some, some *= MORE) {
        uint64_t left = met - first, count = some < left ? some : left;
        known = steps->side->each(steps, counting->side->look, view, first, count) != 0
                    ? -1
                    : read_known(counting, reach);
    }
    return known < 0 ? -1 : 0;
}

static int count(struct reach_counting *counting, uint32_t vertex, struct game_reach *reach) {
    struct reach_counters counters;
    if (open_counting(counting) != 0 || begin_line(counting, vertex) != 0 ||
        counting->side->spread(&counting->steps, &counting->view) != 0 ||
        read_counters(counting, &counters) != 0 || find_states(counting, counters.met) != 0) {
        return -1;
    }
    reach->vertices = counters.met;
    conclude(counting);
    return look(counting, counters.met, reach);
}

int game_reach_count(const struct solved_game *solved, const model *model, uint32_t vertex,
                     const struct run *run, struct game_reach *reach, struct error *error) {
    const struct graph_states_keys states = graph_states_keys_of(solved->states);
    const struct reach_side *side = &reach_side_host;
    struct memory *memory = run->memory;
    if (states.device != solved->device) {
        return error_set(error, ERROR_USAGE, "the states of a game are not where the game is");
    }
#ifdef HEDDLE_CUDA
    if (solved->device != NULL) {
        side = &reach_side_cuda;
        memory = &solved->device->memory;
    }
#endif
    const struct model_header *header = model_header(model);
    struct reach_counting counting = {.side = side,
                                      .steps = {.side = side->steps,
                                                .memory = memory,
                                                .device = solved->device,
                                                .run = run,
                                                .error = error,
                                                .task = "counting the states that remain reachable",
                                                .lanes = 1},
                                      .header = header,
                                      .model = model,
                                      .vertices = solved->game.vertices,
                                      .view = {.offsets = solved->game.offsets,
                                               .targets = solved->game.targets,
                                               .words = header->words,
                                               .key_words = header->key_words,
                                               .is_folded = header->fold_levels != 0,
                                               .keys = states.keys,
                                               .pairs = states.pairs}};
    run_tell(run, "counting states", 0, 0, NULL);
    int failed = count(&counting, vertex, reach) != 0;
    close_counting(&counting);
    return failed ? -1 : 0;
}
