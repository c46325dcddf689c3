/*
 * Certificates of formulas of linear time that hold: the product of all states with the runs that violate the
 * formula, by the definition of its operators, and why none of them is accepted (run_ranks.h). It is apart
 * from the search that gave the verdict, and so finds a wrong one.
 */
#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/text/text_buffer.h"
#include "checker/check_internal.h"
#include "checker/label_texts.h"
#include "checker/run_ranks.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_states.h"
#include "space/space.h"
#include "specs/syntax/formula_own.h"
#include "specs/syntax/ltl_tree.h"

#define RUN_NUMBERS 4u /* after a state: the set of obligations, the part, the number, the lack */

/* A property on its way to a certificate. */
struct certifying {
    struct checking *checking;
    const struct property *property;
    const struct graph *graph;
    const graph_states *states;
    struct error *error;
    struct scope scope;
    struct run_product product;
    struct run_ranks ranks;
    struct records records;
};

static int no_memory(const struct certifying *certifying) {
    return error_memory(certifying->error, "for a certificate");
}

/* --- letters --- */

static int match_labels(const struct certifying *certifying, const struct ltl_atom *atom, uint64_t bit,
                        const struct label_texts *labels, uint64_t *of_label) {
    for (uint32_t i = 0; i < labels->count; i++) {
        const int matches = action_matches(atom->action, labels->text[i], labels->length[i],
                                           labels->is_internal[i], certifying->error);
        if (matches < 0) {
            return -1;
        }
        of_label[i] |= matches ? bit : 0;
    }
    return 0;
}

static int mark_predicate(const struct certifying *certifying, const struct ltl_atom *atom, uint64_t bit,
                          uint64_t *of_vertex) {
    const uint64_t vertices = certifying->graph->vertices;
    struct memory *memory = certifying->checking->run->memory;
    uint32_t *marks = memory_allocate_zeroed(memory, bitmap_bytes(vertices));
    int failed = marks == NULL
                     ? no_memory(certifying)
                     : check_mark_states(certifying->checking, atom->predicate->predicate, certifying->graph,
                                         certifying->states, marks, certifying->error);
    for (uint64_t v = 0; v < vertices && !failed; v++) {
        of_vertex[v] |= bitmap_has(marks, v) ? bit : 0;
    }
    memory_free(memory, marks, bitmap_bytes(vertices));
    return failed ? -1 : 0;
}

/* Finds where the atoms hold: bits of labels, of vertices, and of the end of a run. */
static int read_atoms(struct certifying *certifying, const struct ltl_atom *atoms, uint32_t count,
                      const struct label_texts *labels, struct run_letters_of *letters) {
    uint64_t *of_label = scope_zeroed(&certifying->scope, labels->count, sizeof *of_label), *of_vertex = NULL;
    int failed = of_label == NULL ? no_memory(certifying) : 0;
    for (uint32_t a = 0; a < count && a < LTL_MOST_LETTER_ATOMS && !failed; a++) { /* or it is refused */
        const uint64_t bit = (uint64_t)1 << a;
        if (atoms[a].predicate != NULL && of_vertex == NULL) {
            of_vertex = scope_zeroed(&certifying->scope, certifying->graph->vertices, sizeof *of_vertex);
            failed = of_vertex == NULL ? no_memory(certifying) : 0;
        }
        if (!failed && atoms[a].predicate != NULL) {
            failed = mark_predicate(certifying, &atoms[a], bit, of_vertex) != 0;
        } else if (!failed && atoms[a].action != NULL) {
            failed = match_labels(certifying, &atoms[a], bit, labels, of_label) != 0;
        } else {
            letters->end |= bit;
        }
    }
    letters->label = of_label;
    letters->vertex = of_vertex;
    return failed ? -1 : 0;
}

static int make_letters(struct certifying *certifying, struct run_letters_of *letters) {
    const struct checking *checking = certifying->checking;
    struct memory *memory = checking->run->memory;
    const formula_text *formula = certifying->property->formula;
    const uint64_t count = formula_ltl(formula)->atom.count;
    struct ltl_atom *atoms = NULL;
    struct label_texts labels;
    if (label_texts_make(checking->network, memory, &labels, certifying->error) != 0) {
        return -1;
    }
    const int failed = ltl_atoms_find(formula, memory, &atoms, certifying->error) != 0 ||
                       read_atoms(certifying, atoms, (uint32_t)count, &labels, letters) != 0;
    ltl_atoms_free(formula, memory, atoms);
    label_texts_free(&labels, memory);
    return failed ? -1 : 0;
}

/* --- lines --- */

static void fill_tuple(const struct certifying *certifying, uint64_t number, uint32_t *tuple) {
    const struct run_pair *pair = &certifying->product.pair.data[number];
    const struct run_ranks *ranks = &certifying->ranks;
    uint32_t *rank = tuple + graph_states_width(certifying->states);
    graph_states_tuple(certifying->states, pair->vertex, tuple);
    rank[0] = pair->set;
    rank[1] = ranks->part[number];
    rank[2] = ranks->number[number];
    rank[3] = ranks->lack.data[ranks->number[number]];
}

static int open_lines(struct certifying *certifying, uint32_t *tuple, uint32_t fields) {
    const uint64_t count = certifying->product.pair.count;
    uint32_t *most = scope_zeroed(&certifying->scope, fields, sizeof *most);
    uint8_t *width = scope_array(&certifying->scope, fields, sizeof *width);
    if (certifying->scope.failed) {
        return no_memory(certifying);
    }
    for (uint64_t i = 0; i < count; i++) {
        fill_tuple(certifying, i, tuple);
        for (uint32_t k = 0; k < fields; k++) {
            most[k] = tuple[k] > most[k] ? tuple[k] : most[k];
        }
    }
    for (uint32_t k = 0; k < fields; k++) {
        width[k] = (uint8_t)records_width(most[k]);
    }
    return records_open(&certifying->records, certifying->checking->run, width, fields, certifying->error) !=
                       0 ||
                   records_reserve(&certifying->records, count, count, certifying->error) != 0
               ? -1
               : 0;
}

static int make_lines(struct certifying *certifying) {
    const uint32_t fields = graph_states_width(certifying->states) + RUN_NUMBERS;
    struct records *records = &certifying->records;
    uint32_t *tuple = scope_array(&certifying->scope, fields, sizeof *tuple);
    if (tuple == NULL) {
        return no_memory(certifying);
    }
    if (open_lines(certifying, tuple, fields) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < certifying->product.pair.count; i++) {
        fill_tuple(certifying, i, tuple);
        records_pack(records, tuple, records_at(records, i));
    }
    records->count = certifying->product.pair.count;
    return records_sort(records, certifying->error);
}

/* --- the head --- */

/* The text of an obligation. 0, or -1 when memory runs out. */
static int write_obligation(const struct certifying *certifying, uint32_t number, struct text_buffer *text) {
    struct memory *memory = certifying->checking->run->memory;
    const formula_text *formula = certifying->property->formula;
    const uint32_t of = certifying->product.automaton.of[number];
    const struct formula_extent extent = formula_ltl(formula)->node.data[of / 2].extent;
    return (of % 2 != 0 && text_buffer_add(memory, text, "!(") != 0) ||
                   formula_own_text(formula, extent, FORMULA_OWN_MOST, memory, text) != 0 ||
                   (of % 2 != 0 && text_buffer_add(memory, text, ")") != 0)
               ? -1
               : 0;
}

static int describe_obligations(struct certifying *certifying, struct certificate_runs *runs) {
    struct memory *memory = certifying->checking->run->memory;
    const uint32_t count = certifying->product.automaton.obligations;
    const char **texts = scope_zeroed(&certifying->scope, count, sizeof *texts);
    int failed = texts == NULL;
    for (uint32_t o = 0; o < count && !failed; o++) {
        struct text_buffer text = {0};
        failed = write_obligation(certifying, o, &text) != 0;
        char *copy = failed ? NULL : scope_zeroed(&certifying->scope, text.length + 1, 1);
        failed = copy == NULL;
        if (!failed) {
            memcpy(copy, text.data, text.length);
            texts[o] = copy;
        }
        text_buffer_free(memory, &text);
    }
    runs->obligations = texts;
    runs->obligation_count = count;
    return failed ? no_memory(certifying) : 0;
}

static int describe_conditions(struct certifying *certifying, struct certificate_runs *runs) {
    const struct fair_network *fair = &certifying->checking->fair;
    const uint64_t count = fair->weak_count + (uint64_t)fair->strong_count;
    struct certificate_condition *conditions = scope_zeroed(&certifying->scope, count, sizeof *conditions);
    if (conditions == NULL) {
        return no_memory(certifying);
    }
    for (uint64_t c = 0; c < count; c++) {
        const struct fair_condition *from = &fair->condition[c];
        const int is_process = from->process != FAIR_LABELS;
        conditions[c] = (struct certificate_condition){is_process, is_process ? from->process : from->labels,
                                                       from->label};
    }
    runs->conditions = conditions;
    runs->condition_count = count;
    return 0;
}

static int describe(struct certifying *certifying, struct certificate_runs *runs) {
    const struct run_ranks *ranks = &certifying->ranks;
    uint32_t(*parts)[3] = scope_array(&certifying->scope, ranks->parts.count, sizeof *parts);
    if (parts == NULL) {
        return no_memory(certifying);
    }
    for (uint64_t i = 0; i < ranks->parts.count; i++) {
        const struct run_part *part = &ranks->parts.data[i];
        memcpy(parts[i], (uint32_t[]){part->in, part->number, part->condition}, sizeof *parts);
    }
    runs->parts = parts;
    runs->part_count = ranks->parts.count;
    runs->sets = certifying->product.set.data;
    runs->set_count = certifying->product.set.count;
    return describe_obligations(certifying, runs) != 0 || describe_conditions(certifying, runs) != 0 ? -1 : 0;
}

/* --- a property --- */

static int make(struct certifying *certifying) {
    const struct checking *checking = certifying->checking;
    const struct run_conditions conditions = {checking->fair.set, checking->fair.weak_count,
                                              checking->fair.strong_count};
    struct run_letters_of letters = {0};
    return make_letters(certifying, &letters) != 0 ||
                   run_product_make(&certifying->product, certifying->graph,
                                    formula_ltl(certifying->property->formula), &letters, checking->run,
                                    certifying->error) != 0 ||
                   run_ranks_make(&certifying->ranks, &certifying->product, &conditions) != 0
               ? -1
               : make_lines(certifying);
}

static void certify(struct checking *checking, uint32_t index, const struct graph *graph,
                    const graph_states *states) {
    const struct property *property = &checking->properties[index];
    struct error error;
    struct certificate_runs runs = {0};
    struct certifying certifying = {.checking = checking,
                                    .property = property,
                                    .graph = graph,
                                    .states = states,
                                    .error = &error,
                                    .scope = {.memory = checking->run->memory}};
    if (make(&certifying) != 0 || describe(&certifying, &runs) != 0) {
        check_certify_not(checking, &error, &property, 1);
        if (certifying.ranks.is_refuted) {
            checking->check->results[index].verdict = VERDICT_UNDECIDED;
            checking->check->results[index].why = error;
        }
    } else {
        check_certify_these(checking, &certifying.records, &runs, &property, 1);
    }
    records_free(&certifying.records);
    run_ranks_free(&certifying.ranks);
    run_product_free(&certifying.product);
    scope_close(&certifying.scope);
}

/* --- all of them --- */

/* Whether the property gets a certificate of this kind. */
static int is_certified_here(const struct checking *checking, uint32_t index) {
    const struct property *property = &checking->properties[index];
    return property_is_ltl(property->kind) && checking->check->results[index].verdict == VERDICT_HOLDS;
}

static int is_any_certified_here(const struct checking *checking) {
    uint32_t i = 0;
    while (i < checking->count && !is_certified_here(checking, i)) {
        i++;
    }
    return i < checking->count;
}

/* Why a search did not see all states. Returns -1. */
static int explain(enum explore_outcome outcome, struct error *error) {
    return outcome == EXPLORE_FULL ? error_memory(error, "for a certificate")
           : outcome == EXPLORE_INTERRUPTED || outcome == EXPLORE_TIMEOUT
               ? error_set(error, ERROR_INTERRUPTED, "interrupted while a certificate was made")
               : error_set(error, ERROR_LIMIT, "a certificate needs all states");
}

/* Makes the graph of all states. NULL with *error filled. */
static struct graph *make_graph(struct checking *checking, struct space *space, graph_states **states,
                                struct error *error) {
    struct space_request request = {.backend = checking->options->backend,
                                    .network = checking->network,
                                    .layout = {.words = checking->options->words, .labels = 1},
                                    .explore = checking->options->explore};
    const struct graph_options options = {GRAPH_LABELS, states};
    request.explore.keep_levels = request.explore.graph_follows = 1;
    request.explore.may_forget = request.explore.table_unread = request.explore.partial_order = 0;
    request.explore.checkpoint = NULL;
    if (space_open(space, &request, checking->run, error) != 0) {
        return NULL;
    }
    if (space->exploration->result.outcome != EXPLORE_DONE) {
        explain(space->exploration->result.outcome, error);
        return NULL;
    }
    return space_graph(space, &options, checking->run, error);
}

void check_certify_runs(struct checking *checking) {
    struct space space = {.model = NULL};
    struct error error;
    graph_states *states = NULL;
    if (!check_certifies(checking) || !is_any_certified_here(checking)) {
        return;
    }
    const double begun = run_clock();
    struct graph *graph = make_graph(checking, &space, &states, &error);
    for (uint32_t i = 0; i < checking->count; i++) {
        const struct property *property = &checking->properties[i];
        if (is_certified_here(checking, i) && graph != NULL) {
            certify(checking, i, graph, states);
        } else if (is_certified_here(checking, i)) {
            check_certify_not(checking, &error, &property, 1);
        }
    }
    graph_states_free(states);
    graph_free(graph);
    space_close(&space);
    checking->check->evidence_seconds += run_clock() - begun;
}
