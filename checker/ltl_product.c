/* The product of a Markov model and an automaton of linear time (ltl_product.h). */
#include "checker/ltl_product.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/graph/graph.h"
#include "model/digraph_core.h"
#include "model/mdp.h"
#include "specs/ltl/ltl_letters.h"
#include "specs/syntax/ltl_tree.h"

/* The moves of the automaton on a letter: [begin, end) of `move`. */
struct moves {
    uint64_t begin, end;
};

struct move {
    uint32_t target;
    int marked;
};

struct branch {
    uint32_t target;
    uint64_t origin;
};

struct making {
    struct ltl_product *product;
    const struct chance_model *model;
    const struct tgba *automaton;
    struct bdd_pool *pool;
    const struct run *run;
    struct error *error;
    struct ltl_letters letters;
    uint32_t atoms;
    uint32_t *view;            /* [vertices]: equal for states with the same predicates */
    GROWING(uint64_t) of_view; /* by view: one of its states */
    uint32_t **holds;         /* by atom: bitmap of the states in which the predicate holds; NULL: an event */
    struct tgba_pairs letter; /* a letter of the automaton: a class of labels, and a view */
    struct tgba_pairs row;    /* a letter, and a state of the automaton */
    GROWING(struct moves) moves; /* by row */
    GROWING(struct move) move;
    GROWING(struct branch) branch; /* of the choice that is sorted */
    uint8_t *value;                /* by atom, of the letter that is read */
    struct tgba_pairs vertices;
    GROWING(uint8_t) flags; /* by edge */
};
enum { EDGE_BEGINS = 1, EDGE_MARKED = 2 };

static int no_memory(const struct making *making) {
    return error_memory(making->error, "for the product with the automaton");
}

/* --- predicates --- */

/* Marks the states of each predicate. */
static int mark_predicates(struct making *making, const struct ltl_atom *atom) {
    struct memory *memory = making->run->memory;
    const uint64_t bytes = bitmap_bytes(making->model->graph.vertices);
    int failed = 0;
    for (uint32_t a = 0; a < making->atoms && !failed; a++) {
        if (atom[a].predicate != NULL) {
            making->holds[a] = memory_allocate_zeroed(memory, bytes);
            failed = making->holds[a] == NULL ? no_memory(making)
                                              : making->model->mark(making->model->context, atom[a].predicate,
                                                                    making->holds[a], making->error);
        }
    }
    return failed;
}

/* Numbers the sets of predicates that states have. */
static int find_views(struct making *making) {
    const uint64_t states = making->model->graph.vertices;
    uint64_t views = 1;
    for (uint32_t a = 0; a < making->atoms; a++) {
        struct tgba_pairs split = {.pair = {0}};
        for (uint64_t s = 0; s < states && making->holds[a] != NULL && bdd_step(making->pool); s++) {
            making->view[s] = tgba_pair_number(&split, making->pool, making->view[s],
                                               (uint32_t)bitmap_has(making->holds[a], s));
        }
        views = split.pair.count > views ? split.pair.count : views;
        tgba_pairs_free(&split, making->pool);
    }
    for (uint64_t s = 0; s < states && making->of_view.count < views; s++) {
        if (making->view[s] == making->of_view.count &&
            GROWING_ADD(making->run->memory, making->of_view, s) != 0) {
            return no_memory(making);
        }
    }
    return making->pool->failed ? -1 : 0;
}

/* --- letters --- */

/* The class of an edge's label: one more than those of labels, and than that of the end, for none. */
static uint32_t class_of(const struct making *making, uint64_t edge) {
    const uint32_t label = making->model->labels == NULL ? MDP_NO_LABEL : making->model->labels[edge];
    return label == MDP_NO_LABEL ? making->letters.count + 1 : making->letters.letter_of_label[label];
}

/* The values of the atoms. */
static void read_letter(struct making *making, uint32_t class, uint32_t view) {
    for (uint32_t a = 0; a < making->atoms; a++) {
        making->value[a] =
            making->holds[a] != NULL ? (uint8_t)bitmap_has(making->holds[a], making->of_view.data[view])
            : class > making->letters.count ? 0
                                            : making->letters.value[(uint64_t) class * making->atoms + a];
    }
}

/* Adds a move, once; of two that differ in the mark alone, the one with it. */
static int add_move(struct making *making, struct moves *moves, struct move move) {
    for (uint64_t i = moves->begin; i < moves->end; i++) {
        if (making->move.data[i].target == move.target) {
            making->move.data[i].marked |= move.marked;
            return 0;
        }
    }
    moves->end++;
    return GROWING_ADD(making->run->memory, making->move, move) != 0 ? no_memory(making) : 0;
}

static int find_moves(struct making *making, uint32_t state, struct moves *moves) {
    const struct tgba *automaton = making->automaton;
    *moves = (struct moves){making->move.count, making->move.count};
    for (uint64_t i = automaton->row.data[state]; i < automaton->row.data[state + 1]; i++) {
        const struct tgba_edge *edge = &automaton->edge.data[i];
        const struct move move = {edge->target, automaton->marks == 0 || edge->marks != 0};
        if (bdd_value(making->pool, edge->guard, making->value) && add_move(making, moves, move) != 0) {
            return -1;
        }
    }
    return GROWING_ADD(making->run->memory, making->moves, *moves) != 0 ? no_memory(making) : 0;
}

/* The moves of a state of the automaton in a state of the model, on a class of labels. 0, or -1. */
static int moves_on(struct making *making, uint64_t from, uint32_t class, uint32_t state,
                    struct moves *moves) {
    const uint32_t view = making->view[from],
                   letter = tgba_pair_number(&making->letter, making->pool, class, view),
                   row = tgba_pair_number(&making->row, making->pool, letter, state);
    if (making->pool->failed) {
        return -1;
    }
    if (row < making->moves.count) {
        *moves = making->moves.data[row];
        return 0;
    }
    read_letter(making, class, view);
    return find_moves(making, state, moves);
}

/* --- choices --- */

static int add_edge(struct making *making, uint64_t to, uint32_t state, uint64_t origin, uint8_t flags) {
    struct ltl_product *product = making->product;
    struct memory *memory = making->run->memory;
    const uint32_t target = tgba_pair_number(&making->vertices, making->pool, (uint32_t)to, state);
    return making->pool->failed ? -1
           : GROWING_ADD(memory, product->targets, target) != 0 ||
                   GROWING_ADD(memory, product->origin, origin) != 0 ||
                   GROWING_ADD(memory, making->flags, flags) != 0
               ? no_memory(making)
               : 0;
}

static uint8_t flags_of(int begins, int marked) {
    return (uint8_t)((begins ? EDGE_BEGINS : 0) | (marked ? EDGE_MARKED : 0));
}

static int compare_branches(const void *a, const void *b) {
    const struct branch *one = a, *other = b;
    return one->target != other->target ? sort_compare(one->target, other->target)
                                        : sort_compare(one->origin, other->origin);
}

/* Sorts the targets of the last choice, which begins with this edge. */
static int sort_targets(struct making *making, uint64_t begin) {
    struct ltl_product *product = making->product;
    const uint64_t count = product->targets.count - begin;
    making->branch.count = 0;
    for (uint64_t i = begin; i < begin + count; i++) {
        const struct branch branch = {product->targets.data[i], product->origin.data[i]};
        if (GROWING_ADD(making->run->memory, making->branch, branch) != 0) {
            return no_memory(making);
        }
    }
    sort_items(making->branch.data, count, sizeof *making->branch.data, compare_branches);
    for (uint64_t i = 0; i < count; i++) {
        product->targets.data[begin + i] = making->branch.data[i].target;
        product->origin.data[begin + i] = making->branch.data[i].origin;
    }
    return 0;
}

/* A choice for each move, which leads to one vertex of the model. */
static int add_moves(struct making *making, struct moves moves, uint64_t to, uint64_t origin) {
    int failed = 0;
    for (uint64_t i = moves.begin; i < moves.end && !failed; i++) {
        const struct move move = making->move.data[i];
        failed = add_edge(making, to, move.target, origin, flags_of(1, move.marked)) != 0;
    }
    return failed ? -1 : 0;
}

/* The automaton moves after the draw. */
static int add_draw(struct making *making, uint64_t begin, uint64_t end, uint32_t state) {
    int failed = 0;
    for (uint64_t edge = begin; edge < end && !failed; edge++) {
        const uint64_t drawn = making->model->graph.vertices + edge;
        failed = drawn > GRAPH_MOST_VERTICES
                     ? error_set(making->error, ERROR_LIMIT, "the product has too many vertices")
                     : add_edge(making, drawn, state, edge, flags_of(edge == begin, 0));
    }
    return failed ? -1 : 0;
}

static int add_choice(struct making *making, uint64_t from, uint64_t begin, uint64_t end, uint32_t state) {
    const uint32_t class = class_of(making, begin);
    struct moves moves = {0, 0};
    for (uint64_t edge = begin + 1; edge < end; edge++) {
        if (class_of(making, edge) != class) {
            return add_draw(making, begin, end, state);
        }
    }
    int failed = moves_on(making, from, class, state, &moves);
    for (uint64_t i = moves.begin; i < moves.end && !failed; i++) {
        const struct move move = making->move.data[i];
        const uint64_t first = making->product->targets.count;
        for (uint64_t edge = begin; edge < end && !failed; edge++) {
            failed = add_edge(making, making->model->graph.targets[edge], move.target, edge,
                              flags_of(edge == begin, move.marked));
        }
        failed = failed || sort_targets(making, first) != 0 ? -1 : 0;
    }
    return failed;
}

/* --- vertices --- */

static int expand_state(struct making *making, uint64_t from, uint32_t state) {
    const struct chance_model *model = making->model;
    const struct digraph *graph = &model->graph;
    struct moves moves = {0, 0};
    if (model->ends[from] == model->ends[from + 1]) {
        return moves_on(making, from, making->letters.count, state, &moves) != 0
                   ? -1
                   : add_moves(making, moves, from, LTL_PRODUCT_END);
    }
    int failed = 0;
    for (uint64_t edge = graph->offsets[from], end; edge < graph->offsets[from + 1] && !failed; edge = end) {
        end = digraph_choice_end(graph, edge, graph->offsets[from + 1]);
        failed = add_choice(making, from, edge, end, state);
    }
    return failed;
}

/* The state that an edge leaves. */
static uint64_t source_of(const struct digraph *graph, uint64_t edge) {
    uint64_t begin = 0, end = graph->vertices;
    while (end - begin > 1) {
        const uint64_t middle = begin + (end - begin) / 2;
        if (graph->offsets[middle] <= edge) {
            begin = middle;
        } else {
            end = middle;
        }
    }
    return begin;
}

static int expand(struct making *making, uint64_t number) {
    const struct digraph *graph = &making->model->graph;
    const uint64_t vertex = making->vertices.pair.data[number], of_model = vertex >> 32;
    const uint32_t state = (uint32_t)vertex;
    if (of_model < graph->vertices) {
        return expand_state(making, of_model, state);
    }
    const uint64_t edge = of_model - graph->vertices;
    struct moves moves = {0, 0};
    return moves_on(making, source_of(graph, edge), class_of(making, edge), state, &moves) != 0
               ? -1
               : add_moves(making, moves, graph->targets[edge], edge);
}

static int add_initial(struct making *making) {
    const uint64_t states = making->model->graph.vertices;
    for (uint64_t s = 0; s < states && bdd_step(making->pool); s++) {
        if (bitmap_has(making->model->initial, s)) {
            tgba_pair_number(&making->vertices, making->pool, (uint32_t)s, making->automaton->initial);
        }
    }
    making->product->initial = making->vertices.pair.count;
    return making->pool->failed ? -1 : 0;
}

static int expand_all(struct making *making) {
    struct memory *memory = making->run->memory;
    struct ltl_product *product = making->product;
    int failed = GROWING_ADD(memory, product->offsets, 0) != 0 ? no_memory(making) : add_initial(making);
    for (uint64_t v = 0; v < making->vertices.pair.count && !failed; v++) {
        if (run_stops_at(making->run, v + 1, 4096)) {
            return error_set(making->error, ERROR_INTERRUPTED, "interrupted while making the product");
        }
        if (v % 65536 == 0) {
            run_tell(making->run, "making the product with the automaton", v, 0, "states");
        }
        failed = making->vertices.pair.count > GRAPH_MOST_VERTICES
                     ? error_set(making->error, ERROR_LIMIT, "the product has too many vertices")
                     : expand(making, v);
        failed = failed || (GROWING_ADD(memory, product->offsets, product->targets.count) != 0 &&
                            no_memory(making) != 0);
    }
    return failed ? -1 : 0;
}

/* --- the whole --- */

/* Makes the bitmaps and the view. */
static int finish(struct making *making) {
    struct ltl_product *product = making->product;
    const uint64_t edges = product->targets.count;
    product->vertex.data = making->vertices.pair.data; /* which it now owns */
    product->vertex.count = making->vertices.pair.count;
    product->vertex.capacity = making->vertices.pair.capacity;
    making->vertices.pair.data = NULL;
    making->vertices.pair.capacity = 0;
    product->bitmap_bytes = bitmap_bytes(edges);
    product->begins = memory_allocate_zeroed(product->memory, product->bitmap_bytes);
    product->marked = memory_allocate_zeroed(product->memory, product->bitmap_bytes);
    if (product->begins == NULL || product->marked == NULL) {
        return no_memory(making);
    }
    for (uint64_t edge = 0; edge < edges; edge++) {
        if ((making->flags.data[edge] & EDGE_BEGINS) != 0) {
            bitmap_set(product->begins, edge);
        }
        if ((making->flags.data[edge] & EDGE_MARKED) != 0) {
            bitmap_set(product->marked, edge);
        }
    }
    product->graph = (struct digraph){.vertices = product->vertex.count,
                                      .edges = edges,
                                      .offsets = product->offsets.data,
                                      .targets = product->targets.data,
                                      .begins = product->begins};
    return 0;
}

static int make(struct making *making, const struct ltl_atom *atom) {
    struct memory *memory = making->run->memory;
    const uint64_t states = making->model->graph.vertices;
    making->view = memory_allocate_zeroed(memory, states * sizeof *making->view);
    making->holds = memory_allocate_zeroed(memory, making->atoms * sizeof *making->holds);
    making->value = memory_allocate_zeroed(memory, making->atoms);
    if (making->view == NULL || making->holds == NULL || making->value == NULL) {
        return no_memory(making);
    }
    return mark_predicates(making, atom) != 0 || find_views(making) != 0 || expand_all(making) != 0
               ? -1
               : finish(making);
}

static void free_making(struct making *making) {
    struct memory *memory = making->run->memory;
    for (uint32_t a = 0; a < making->atoms && making->holds != NULL; a++) {
        memory_free(memory, making->holds[a], bitmap_bytes(making->model->graph.vertices));
    }
    memory_free(memory, making->holds, making->atoms * sizeof *making->holds);
    memory_free(memory, making->view, making->model->graph.vertices * sizeof *making->view);
    memory_free(memory, making->value, making->atoms);
    GROWING_FREE(memory, making->of_view);
    GROWING_FREE(memory, making->moves);
    GROWING_FREE(memory, making->move);
    GROWING_FREE(memory, making->branch);
    GROWING_FREE(memory, making->flags);
    tgba_pairs_free(&making->letter, making->pool);
    tgba_pairs_free(&making->row, making->pool);
    tgba_pairs_free(&making->vertices, making->pool);
    ltl_letters_close(&making->letters);
}

int ltl_product_make(struct ltl_product *product, const struct chance_model *model,
                     const struct tgba *automaton, const struct ltl_atom *atom, uint32_t atoms,
                     const struct run *run, struct error *error) {
    *product = (struct ltl_product){.memory = run->memory};
    if (automaton->states == 0) { /* nothing is accepted: no vertex has a choice with the mark */
        return 0;
    }
    struct making making = {.product = product,
                            .model = model,
                            .automaton = automaton,
                            .pool = automaton->pool,
                            .run = run,
                            .error = error,
                            .atoms = atoms};
    const int failed = ltl_letters_open(&making.letters, making.pool, atom, atoms, &model->texts) != 0 ||
                       make(&making, atom) != 0;
    free_making(&making);
    return failed ? -1 : 0;
}

void ltl_product_free(struct ltl_product *product) {
    struct memory *memory = product->memory;
    GROWING_FREE(memory, product->vertex);
    GROWING_FREE(memory, product->offsets);
    GROWING_FREE(memory, product->targets);
    GROWING_FREE(memory, product->origin);
    memory_free(memory, product->begins, product->bitmap_bytes);
    memory_free(memory, product->marked, product->bitmap_bytes);
    *product = (struct ltl_product){.memory = memory};
}
