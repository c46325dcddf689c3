/* Pieces: products of components, as the rest of a network sees them, explored and minimised. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "explorer/model/model.h"
#include "explorer/model/network.h"
#include "explorer/search/explore.h"
#include "reduce/composition/composition_internal.h"
#include "reduce/quotient/minimal.h"

#define STATES_FOR_THREADS 20000u

static int memory_error(const struct composition *composition) {
    return error_memory(composition->error, "for the product of components");
}

/* --- what a piece is made of --- */

struct key {
    GROWING(uint32_t) words;
};

static int add_to_key(struct composition *composition, struct key *key, uint64_t word) {
    return GROWING_ADD(composition->memory, key->words, (uint32_t)word) != 0 ||
                   GROWING_ADD(composition->memory, key->words, (uint32_t)(word >> 32)) != 0
               ? -1
               : 0;
}

static int add_part(struct composition *composition, struct key *key,
                    const struct network_component *component) {
    int failed = add_to_key(composition, key, (uintptr_t)component->lts) != 0 ||
                 add_to_key(composition, key, component->initial) != 0;
    for (uint32_t i = 0; i < component->lts->label_count && !failed; i++) {
        failed = add_to_key(composition, key, component->class_of[i]) != 0;
    }
    return failed ? -1 : 0;
}

/* Tables, classes, insides and their groups say all that the piece depends on. 0 or -1. */
static int make_key(struct composition *composition, const struct seam *seam, enum equivalence equivalence,
                    struct key *key) {
    int failed = add_to_key(composition, key, (uint64_t)equivalence << 32 | seam->part_count) != 0 ||
                 add_to_key(composition, key, (uint64_t)seam->has_internal << 32 | seam->group_count) != 0;
    for (uint32_t i = 0; i < seam->part_count && !failed; i++) {
        failed = add_part(composition, key, &seam->network->components[seam->parts[i]]) != 0;
    }
    for (uint32_t i = 0; i < seam->inside_count && !failed; i++) {
        uint64_t count;
        const uint32_t *words = sequence_words(&seam->insides, i, &count);
        failed = add_to_key(composition, key, count) != 0 ||
                 add_to_key(composition, key, seam->label_of[seam->group_of[i]]) != 0;
        for (uint64_t j = 0; j < count && !failed; j++) {
            failed = add_to_key(composition, key, words[j]) != 0;
        }
    }
    return failed ? memory_error(composition) : 0;
}

/* --- from a graph to a component --- */

static int allocate_lts(struct memory *memory, const struct graph *graph, struct lts *lts) {
    lts->states = lts->row_states = (uint32_t)graph->vertices;
    lts->initial = graph->initial;
    lts->moves = graph->edges;
    lts->row_capacity = graph->vertices + 1;
    lts->row = memory_allocate_array(memory, lts->row_capacity, sizeof *lts->row);
    lts->label = memory_allocate_array(memory, graph->edges, sizeof *lts->label);
    lts->target = memory_allocate_array(memory, graph->edges, sizeof *lts->target);
    lts->move_capacity = graph->edges;
    return lts->row == NULL || lts->label == NULL || lts->target == NULL ? -1 : 0;
}

/* Numbers the labels that occur in their order. 0 or -1. */
static int number_labels(struct memory *memory, const struct graph *graph, struct composition_piece *piece) {
    struct lts *lts = piece->lts;
    memset(piece->class_of, 0xff, piece->label_count * sizeof *piece->class_of);
    for (uint64_t i = 0; i < graph->edges; i++) {
        piece->class_of[graph->labels[i]] = 0;
    }
    for (uint32_t i = 0; i < piece->label_count; i++) {
        if (piece->class_of[i] != NETWORK_DEAD_CLASS) {
            piece->class_of[i] = lts->label_count++;
        }
    }
    lts->labels = memory_allocate_zeroed(memory, lts->label_count * sizeof *lts->labels);
    lts->labels_capacity = lts->label_count;
    return lts->labels == NULL ? -1 : 0;
}

/* The table of the quotient, without the texts of labels: classes are all that its moves need. 0 or -1. */
static int make_lts(struct composition *composition, const struct graph *graph,
                    struct composition_piece *piece) {
    struct memory *memory = composition->memory;
    piece->lts = memory_allocate_zeroed(memory, sizeof *piece->lts);
    piece->class_of = memory_allocate_array(memory, piece->label_count, sizeof *piece->class_of);
    if (piece->lts == NULL || piece->class_of == NULL || allocate_lts(memory, graph, piece->lts) != 0 ||
        number_labels(memory, graph, piece) != 0) {
        return memory_error(composition);
    }
    memcpy(piece->lts->row, graph->offsets, piece->lts->row_capacity * sizeof *piece->lts->row);
    for (uint64_t i = 0; i < graph->edges; i++) {
        piece->lts->label[i] = piece->class_of[graph->labels[i]];
        piece->lts->target[i] = graph->targets[i];
    }
    return 0;
}

/* --- the product --- */

static int minimise(struct composition *composition, struct graph *graph, struct composition_piece *piece) {
    struct graph *quotient =
        minimal_graph(graph, piece->equivalence, &composition->product_run, NULL, composition->error);
    int failed = quotient == NULL;
    if (!failed) {
        piece->minimised_states = quotient->vertices;
        piece->minimised_transitions = quotient->edges;
        failed = make_lts(composition, quotient, piece) != 0;
    }
    graph_free(quotient);
    return failed ? -1 : 0;
}

static int is_interrupted(struct composition *composition, const struct exploration *exploration) {
    const enum explore_outcome outcome = exploration->result.outcome;
    return outcome == EXPLORE_INTERRUPTED || outcome == EXPLORE_TIMEOUT
               ? error_set(composition->error, ERROR_INTERRUPTED, "interrupted")
               : 0;
}

/* What came of the search: its graph, minimised; or why there is none. 0 or -1. */
static int take_exploration(struct composition *composition, struct exploration *exploration,
                            struct composition_piece *piece) {
    const struct graph_options options = {GRAPH_LABELS, NULL};
    piece->states = exploration->result.states;
    piece->transitions = exploration->result.transitions;
    composition->effort += piece->states;
    if (is_interrupted(composition, exploration) != 0) {
        return -1;
    }
    if (exploration->result.outcome != EXPLORE_DONE) {
        piece->skip = COMPOSITION_TOO_LARGE;
        piece->limit = composition->limit;
        return 0;
    }
    struct graph *graph =
        graph_build_cpu(exploration, &options, &composition->product_run, composition->error);
    int failed = graph == NULL || minimise(composition, graph, piece) != 0;
    graph_free(graph);
    return failed ? -1 : 0;
}

/* The greatest product of components' states, as far as it matters. */
static uint64_t product_of(const struct network *network) {
    uint64_t product = 1;
    for (uint32_t i = 0; i < network->component_count && product < STATES_FOR_THREADS; i++) {
        product *= network->components[i].states;
    }
    return product;
}

/* Small products are made by one thread: to start more takes longer. */
static void choose_threads(struct composition *composition, const struct network *network) {
    composition->product_run = *composition->run;
    if (product_of(network) < STATES_FOR_THREADS) {
        composition->product_run.threads = 1;
    }
}

static int explore(struct composition *composition, const struct network *network,
                   struct composition_piece *piece) {
    const struct explore_options options = {
        .keep_levels = 1, .max_depth = UINT64_MAX, .max_states = composition->limit};
    const struct model_options layout = {.labels = 1};
    choose_threads(composition, network);
    model *model = model_compile(network, &layout, &composition->product_run, composition->error);
    struct exploration *exploration =
        model == NULL ? NULL : explore_cpu(model, &options, &composition->product_run, composition->error);
    int failed = exploration == NULL || take_exploration(composition, exploration, piece) != 0;
    exploration_free(exploration);
    model_free(model);
    return failed ? -1 : 0;
}

int composition_probe(struct composition *composition, uint64_t most, int *complete) {
    const struct explore_options options = {.max_depth = UINT64_MAX, .max_states = most};
    model *model = model_compile(composition_now(composition), &(struct model_options){.labels = 0},
                                 composition->run, composition->error);
    struct exploration *exploration =
        model == NULL ? NULL : explore_cpu(model, &options, composition->run, composition->error);
    int failed = exploration == NULL || is_interrupted(composition, exploration) != 0;
    *complete = !failed && exploration->result.outcome == EXPLORE_DONE;
    exploration_free(exploration);
    model_free(model);
    return failed ? -1 : 0;
}

/* Makes the product, unless that is unsound. 0 or -1. */
static int make_piece(struct composition *composition, const struct seam *seam,
                      struct composition_piece *piece) {
    if (seam->is_rated) {
        piece->skip = COMPOSITION_RATED;
        return 0;
    }
    if (seam->is_guarded && seam->part_count > 1) {
        piece->skip = COMPOSITION_GUARDED;
        return 0;
    }
    struct network *network = seam_sub_network(seam, composition->error);
    int failed = network == NULL || explore(composition, network, piece) != 0;
    network_free(composition->memory, network);
    return failed ? -1 : 0;
}

static void free_piece(struct composition *composition, struct composition_piece *piece) {
    lts_free(composition->memory, piece->lts);
    memory_free(composition->memory, piece->class_of, piece->label_count * sizeof *piece->class_of);
}

/* The equivalence that is sound for the parts. */
static enum equivalence sound_equivalence(const struct composition *composition, const struct seam *seam) {
    return composition->is_rated || seam->is_guarded ? EQUIVALENCE_STRONG : composition->options->equivalence;
}

/* A product that was too large is made if more states are allowed now. 0 or -1. */
static int make_again(struct composition *composition, const struct seam *seam,
                      struct composition_piece *piece) {
    if (piece->skip != COMPOSITION_TOO_LARGE || piece->limit >= composition->limit) {
        return 0;
    }
    piece->skip = COMPOSITION_DONE;
    return make_piece(composition, seam, piece);
}

int64_t composition_piece(struct composition *composition, const struct seam *seam) {
    struct composition_piece piece = {.equivalence = sound_equivalence(composition, seam),
                                      .label_count = seam->group_count};
    struct key key = {0};
    const uint64_t known = composition->pieces.count;
    uint32_t number = SEQUENCE_NONE;
    int failed = make_key(composition, seam, piece.equivalence, &key) != 0;
    if (!failed) {
        number = sequences_intern(&composition->keys, key.words.data, key.words.count);
        failed = number == SEQUENCE_NONE && memory_error(composition) != 0;
    }
    if (!failed && number < known) {
        failed = make_again(composition, seam, &composition->pieces.data[number]) != 0;
    } else if (!failed) {
        failed = make_piece(composition, seam, &piece) != 0 ||
                 (GROWING_ADD(composition->memory, composition->pieces, piece) != 0 &&
                  memory_error(composition) != 0);
        if (failed) {
            free_piece(composition, &piece);
        }
    }
    GROWING_FREE(composition->memory, key.words);
    return failed ? -1 : (int64_t)number;
}

void composition_free_pieces(struct composition *composition) {
    for (uint64_t i = 0; i < composition->pieces.count; i++) {
        free_piece(composition, &composition->pieces.data[i]);
    }
}
