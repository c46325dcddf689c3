/* Writes evidence of components and schedulers (docs/evidence-format.md), state by state. */
#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "base/text/json_text.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/evidence/component_evidence.h"
#include "checker/evidence/evidence_put.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "decompose/components/component_certificate.h"
#include "decompose/components/components.h"
#include "model/digraph_core.h"
#include "model/mdp.h"
#include "decompose/almost_sure/scheduler_certificate.h"
#include "base/text/pattern.h"

struct component_writer {
    struct evidence_writer put;
    const struct component_subject *subject;
    const struct digraph *graph;
    const struct mdp *mdp;  /* or NULL */
    const uint32_t *labels; /* of edges, or NULL */
    const uint64_t *vertex; /* of a product: the MDP's state, and the automaton's; else NULL */
    uint32_t *tuple;
    uint32_t width;
    const uint32_t *component;
    struct component_certificate components;
    struct scheduler_certificate scheduler;
    const uint64_t *choice;
};

typedef void (*row_writer)(struct component_writer *writer, uint64_t vertex);

/* --- rows --- */

/* Writes the choice that begins with the edge, as [LABEL,TARGET,..]. Returns the edge after the choice. */
static uint64_t put_choice(struct component_writer *writer, uint64_t vertex, uint64_t edge) {
    const struct digraph *graph = writer->graph;
    const uint32_t *labels = writer->labels;
    if (labels == NULL || labels[edge] == MDP_NO_LABEL) {
        evidence_put_text(&writer->put, "[null");
    } else {
        evidence_put_number(&writer->put, "[", labels[edge]);
    }
    do {
        evidence_put_number(&writer->put, ",", graph->targets[edge]);
        edge++;
    } while (edge < graph->offsets[vertex + 1] && !digraph_begins(graph, edge));
    evidence_put_text(&writer->put, "]");
    return edge;
}

static void put_trees(struct component_writer *writer, uint64_t vertex) {
    const struct component_certificate *evidence = &writer->components;
    evidence_put_number(&writer->put, ",", evidence->forward[vertex]);
    evidence_put_number(&writer->put, ",", evidence->forward_depth[vertex]);
    evidence_put_number(&writer->put, ",", evidence->backward[vertex]);
    evidence_put_number(&writer->put, ",", evidence->backward_depth[vertex]);
}

static void put_scc(struct component_writer *writer, uint64_t vertex) {
    evidence_put_number(&writer->put, ",", writer->component[vertex]);
    evidence_put_number(&writer->put, ",", writer->components.rank[vertex]);
    put_trees(writer, vertex);
}

static void put_internal(struct component_writer *writer, uint64_t vertex) {
    const struct digraph *graph = writer->graph;
    const char *before = "";
    evidence_put_text(&writer->put, ",[");
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1];) {
        if (!digraph_begins(graph, edge) || !bitmap_has(writer->components.internal, edge)) {
            edge++;
            continue;
        }
        evidence_put_text(&writer->put, before);
        edge = put_choice(writer, vertex, edge);
        before = ",";
    }
    evidence_put_text(&writer->put, "]");
}

static void put_mec(struct component_writer *writer, uint64_t vertex) {
    const struct component_certificate *evidence = &writer->components;
    int inside = writer->component[vertex] != COMPONENT_NONE;
    if (inside) {
        evidence_put_number(&writer->put, ",", writer->component[vertex]);
    } else {
        evidence_put_text(&writer->put, ",null");
    }
    evidence_put_number(&writer->put, ",", evidence->rank[vertex]);
    evidence_put_number(&writer->put, ",", evidence->cut[vertex]);
    if (inside) {
        put_trees(writer, vertex);
        put_internal(writer, vertex);
    }
}

static void put_scheduler(struct component_writer *writer, uint64_t vertex) {
    const struct scheduler_certificate *evidence = &writer->scheduler;
    if (evidence->rank[vertex] == ALMOST_SURE_NONE) {
        evidence_put_number(&writer->put, ",null,", evidence->fell[vertex]);
        return;
    }
    evidence_put_number(&writer->put, ",", evidence->rank[vertex]);
    if (writer->choice[vertex] == ALMOST_SURE_NO_CHOICE) {
        evidence_put_text(&writer->put, ",null");
    } else {
        evidence_put_text(&writer->put, ",");
        put_choice(writer, vertex, writer->choice[vertex]);
    }
}

static void put_rows(struct component_writer *writer, row_writer put_row) {
    const struct component_subject *subject = writer->subject;
    uint64_t states = writer->graph->vertices;
    for (uint64_t vertex = 0; vertex < states && !writer->put.failed; vertex++) {
        evidence_writer_report(&writer->put, vertex, states, "states");
        const uint64_t state = writer->vertex == NULL ? vertex : writer->vertex[vertex] >> 32;
        if (subject->network != NULL) {
            subject->tuple(subject->context, state, writer->tuple);
        } else {
            writer->tuple[0] = (uint32_t)state;
        }
        if (writer->vertex != NULL) {
            writer->tuple[writer->width - 1] = (uint32_t)writer->vertex[vertex];
        }
        if (subject->network == NULL && writer->vertex == NULL) {
            evidence_put_number(&writer->put, "[", vertex);
        } else {
            evidence_put_text(&writer->put, "[");
            evidence_put_state(&writer->put, writer->tuple, writer->width);
        }
        put_row(writer, vertex);
        evidence_put_text(&writer->put, "]\n");
    }
}

/* --- heads --- */

static json_t *json_stored(struct memory *memory, const struct component_subject *subject) {
    if (subject->graph != NULL) {
        return json_pack("{s:o}", "graph", json_bytes(memory, subject->graph));
    }
    return subject->labels == NULL ? json_pack("{s:o}", "mdp", json_bytes(memory, subject->mdp))
                                   : json_pack("{s:o, s:o}", "mdp", json_bytes(memory, subject->mdp),
                                               "labels", json_bytes(memory, subject->labels));
}

static json_t *json_goal(struct memory *memory, const struct evidence_goal *goal) {
    return json_pack("{s:o, s:b, s:s}",
                     goal->is_formula       ? "ltl"
                     : goal->is_state_label ? "state_label"
                     : goal->is_pattern     ? "pattern"
                                            : "label",
                     json_bytes(memory, goal->text), "repeatedly", goal->repeatedly, "schedulers",
                     goal->every ? "all" : "some");
}

static void put_head(struct component_writer *writer, const char *kind, const struct evidence_goal *goal) {
    const struct component_subject *subject = writer->subject;
    const struct mdp *mdp = writer->mdp;
    struct memory *memory = writer->put.run->memory;
    if (subject->network != NULL) {
        evidence_put_head(&writer->put, 1, kind, subject->network);
        evidence_put_text(&writer->put, subject->keep_races ? ", \"maximal_progress\": false" : "");
    } else {
        evidence_put_json(&writer->put, "{\"heddle_evidence\": 1, \"kind\": ", json_string(kind));
        evidence_put_json(&writer->put, ", \"inputs\": ", json_stored(memory, subject));
    }
    if (mdp != NULL) {
        evidence_put_json(&writer->put, ", \"labels\": ",
                          json_bytes_list(memory, (const char *const *)mdp->label_text, mdp->label_count));
    }
    if (goal != NULL) {
        evidence_put_json(&writer->put, ", \"goal\": ", json_goal(memory, goal));
    }
    evidence_put_number(&writer->put, ", \"states\": ", writer->graph->vertices);
    evidence_put_text(&writer->put, "}\n");
}

/* --- files --- */

/* Writes the file; the evidence has been made. */
static int write_file(struct component_writer *writer, const char *path, const char *kind,
                      const struct evidence_goal *goal, row_writer put_row) {
    struct memory *memory = writer->put.run->memory;
    const struct evidence_subject *network = writer->subject->network;
    writer->width = (network == NULL ? 1 : network->component_count) + (writer->vertex != NULL);
    writer->tuple = memory_allocate_array(memory, writer->width, sizeof *writer->tuple);
    int failed = writer->tuple == NULL ? error_memory(writer->put.error, "to write the evidence")
                                       : evidence_writer_open(&writer->put, path);
    if (!failed) {
        put_head(writer, kind, goal);
        put_rows(writer, put_row);
        failed = evidence_writer_close(&writer->put);
    }
    memory_free(memory, writer->tuple, writer->width * sizeof *writer->tuple);
    return failed;
}

int evidence_write_scc(const char *path, const struct component_subject *subject, const struct digraph *graph,
                       const uint32_t *component, const struct run *run, struct error *error) {
    struct component_writer writer = {
        .put = {.run = run, .error = error}, .subject = subject, .graph = graph, .component = component};
    int failed = component_certificate_scc(graph, component, run, &writer.components, error) != 0 ||
                 write_file(&writer, path, "scc", NULL, put_scc) != 0;
    component_certificate_free(&writer.components);
    return failed ? -1 : 0;
}

int evidence_write_mec(const char *path, const struct component_subject *subject, const struct mdp *mdp,
                       const uint32_t *component, const struct run *run, struct error *error) {
    struct digraph graph = mdp_digraph(mdp);
    struct component_writer writer = {.put = {.run = run, .error = error},
                                      .subject = subject,
                                      .graph = &graph,
                                      .mdp = mdp,
                                      .labels = mdp->labels,
                                      .component = component};
    int failed = component_certificate_mec(&graph, component, run, &writer.components, error) != 0 ||
                 write_file(&writer, path, "mec", NULL, put_mec) != 0;
    component_certificate_free(&writer.components);
    return failed ? -1 : 0;
}

/* --- schedulers --- */

int evidence_match_goal(const struct evidence_labels *labels, const struct evidence_goal *goal,
                        const struct exp_options *options, const struct run *run, unsigned char *matches,
                        struct error *error) {
    unsigned flags = options == NULL ? 0
                                     : (options->regex_extended ? PATTERN_EXTENDED : 0) |
                                           (options->ignore_case ? PATTERN_IGNORE_CASE : 0);
    pattern *pattern = goal->is_pattern ? pattern_compile(run, goal->text, flags, error) : NULL;
    if (goal->is_pattern && pattern == NULL) {
        return -1;
    }
    int failed = 0;
    for (uint32_t k = 0; k < labels->count && !failed; k++) {
        const char *text = labels->text[k];
        int same = pattern == NULL ? strcmp(text, goal->text) == 0
                                   : pattern_match_total(pattern, text, strlen(text), error);
        failed = same < 0;
        matches[k] = same > 0;
    }
    pattern_free(pattern);
    return failed ? -1 : 0;
}

int evidence_mark_goal(const struct mdp *mdp, const struct evidence_goal *goal,
                       const struct exp_options *options, const struct run *run,
                       const struct evidence_goal_marks *marks, struct error *error) {
    if (goal->is_state_label && goal->states != NULL) {
        memcpy(marks->states, goal->states, bitmap_bytes(mdp->states));
        return 0;
    }
    if (goal->is_state_label) {
        const uint32_t *states = mdp_state_label(mdp, goal->text);
        if (states != NULL) {
            memcpy(marks->states, states, bitmap_words(mdp->states) * sizeof *marks->states);
        }
        return 0;
    }
    unsigned char *matches = memory_allocate_zeroed(run->memory, mdp->label_count);
    if (matches == NULL) {
        return error_memory(error, "for the labels");
    }
    const struct evidence_labels labels = {mdp->label_text, mdp->label_count};
    int failed = evidence_match_goal(&labels, goal, options, run, matches, error) != 0;
    for (uint64_t edge = 0; edge < mdp->edges && !failed && mdp->labels != NULL; edge++) {
        if (mdp->labels[edge] != MDP_NO_LABEL && matches[mdp->labels[edge]]) {
            bitmap_set(marks->edges, edge);
        }
    }
    memory_free(run->memory, matches, mdp->label_count);
    return failed ? -1 : 0;
}

static int make_scheduler(struct component_writer *writer, const struct scheduler_evidence *scheduler,
                          const struct evidence_goal_marks *marks) {
    const struct evidence_subject *network = writer->subject->network;
    const struct evidence_goal *goal = scheduler->goal;
    const struct run *run = writer->put.run;
    struct error *error = writer->put.error;
    struct almost_sure_goal marked = {.edges = marks->edges,
                                      .states = goal->is_state_label ? marks->states : NULL,
                                      .repeatedly = goal->repeatedly,
                                      .every = goal->every};
    if (marks->edges == NULL || marks->states == NULL) {
        return error_memory(error, "to write the evidence");
    }
    return evidence_mark_goal(writer->mdp, goal, network == NULL ? NULL : network->options, run, marks,
                              error) != 0
               ? -1
               : scheduler_certificate_make(writer->graph, &marked, scheduler->plan, run, &writer->scheduler,
                                            error);
}

int evidence_write_scheduler(const char *path, const struct component_subject *subject,
                             const struct scheduler_evidence *scheduler, const struct run *run,
                             struct error *error) {
    const struct mdp *mdp = scheduler->mdp;
    struct digraph graph = mdp_digraph(mdp);
    struct component_writer writer = {.put = {.run = run, .error = error},
                                      .subject = subject,
                                      .graph = &graph,
                                      .mdp = mdp,
                                      .labels = mdp->labels,
                                      .choice = scheduler->plan->choice};
    uint64_t edge_bytes = bitmap_words(mdp->edges) * sizeof(uint32_t),
             state_bytes = bitmap_words(mdp->states) * sizeof(uint32_t);
    struct evidence_goal_marks marks = {memory_allocate_zeroed(run->memory, edge_bytes),
                                        memory_allocate_zeroed(run->memory, state_bytes)};
    int failed = make_scheduler(&writer, scheduler, &marks);
    memory_free(run->memory, marks.edges, edge_bytes);
    memory_free(run->memory, marks.states, state_bytes);
    failed = failed || write_file(&writer, path, "scheduler", scheduler->goal, put_scheduler) != 0;
    scheduler_certificate_free(&writer.scheduler);
    return failed ? -1 : 0;
}

int evidence_write_product(const char *path, const struct component_subject *subject,
                           const struct product_evidence *product, const struct run *run,
                           struct error *error) {
    struct component_writer writer = {.put = {.run = run, .error = error},
                                      .subject = subject,
                                      .graph = product->graph,
                                      .mdp = product->mdp,
                                      .labels = product->labels,
                                      .vertex = product->vertex,
                                      .choice = product->plan->choice};
    const struct almost_sure_goal marked = {.edges = product->marked, .repeatedly = 1};
    const int failed = scheduler_certificate_make(product->graph, &marked, product->plan, run,
                                                  &writer.scheduler, error) != 0 ||
                       write_file(&writer, path, "scheduler", product->goal, put_scheduler) != 0;
    scheduler_certificate_free(&writer.scheduler);
    return failed ? -1 : 0;
}
