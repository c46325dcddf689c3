/* Writes strategies of formulas (docs/evidence-format.md), node by node. */
#include <jansson.h>

#include "base/error.h"
#include "base/text/json_text.h"
#include "base/run.h"
#include "checker/evidence/evidence_put.h"
#include "checker/evidence/formula_evidence.h"
#include "checker/property/property.h"
#include "checker/strategy/strategy_explain.h"
#include "specs/syntax/formula_show.h"
#include "specs/syntax/formula_write.h"

/* Replaces *text by the text of a subformula. Returns 0, or -1 if memory runs out. */
static int write_subformula(const struct evidence_writer *writer, const struct evidence_claim *claim,
                            uint32_t state, struct text_buffer *text) {
    text->length = 0;
    return formula_write(claim->strategy->observer->origin[state], claim->property->dialect, STRATEGY_TEXT,
                         writer->run->memory, text);
}

/* The same, as people see it. */
static int show_subformula(const struct evidence_writer *writer, const struct evidence_claim *claim,
                           uint32_t state, struct text_buffer *text) {
    text->length = 0;
    return formula_show(claim->property->formula, claim->strategy->observer->meaning[state].formula, "",
                        STRATEGY_TEXT, writer->run->memory, text);
}

/* --- JSON --- */

typedef int (*subformula_text)(const struct evidence_writer *writer, const struct evidence_claim *claim,
                               uint32_t state, struct text_buffer *text);

static json_t *json_subformulas(const struct evidence_writer *writer, const struct evidence_claim *claim,
                                subformula_text text_of) {
    json_t *list = json_array();
    struct memory *memory = writer->run->memory;
    struct text_buffer text = {0};
    for (uint32_t k = 0; k < claim->strategy->observer->observer.states && list != NULL; k++) {
        if (text_of(writer, claim, k, &text) != 0 ||
            json_array_append_new(list, json_text(memory, text.data)) != 0) {
            json_decref(list);
            list = NULL;
        }
    }
    text_buffer_free(memory, &text);
    return list;
}

/* , "holds": .., "labels": .., "subformulas": .., "shown": .., "nodes": .. */
static void put_parts(struct evidence_writer *writer, const struct evidence_claim *claim) {
    const struct strategy *strategy = claim->strategy;
    evidence_put_json(writer, ",\n \"holds\": ", json_boolean(strategy->holds));
    evidence_put_json(writer, ",\n \"labels\": ",
                      json_bytes_list(writer->run->memory, strategy->labels->text, strategy->labels->count));
    evidence_put_json(writer, ",\n \"subformulas\": ", json_subformulas(writer, claim, write_subformula));
    evidence_put_json(writer, ",\n \"shown\": ", json_subformulas(writer, claim, show_subformula));
    evidence_put_number(writer, ",\n \"nodes\": ", strategy->nodes);
}

static void put_head(struct evidence_writer *writer, const struct evidence_claim *claim) {
    const struct strategy *strategy = claim->strategy;
    evidence_put_head(writer, 1, strategy->shape == STRATEGY_GRAPH ? "parity" : "trace", claim->subject);
    evidence_put_trace(writer, &strategy->trace, claim);
    if (strategy->explanation != NULL) {
        evidence_put_json(writer, ",\n \"explanation\": ", json_incref(strategy->explanation));
    }
    put_parts(writer, claim);
    evidence_put_text(writer, "}\n");
}

/* [STATE,SUBFORMULA,OWNER,PRIORITY,[[LABEL,NODE],..]] */
static void put_node(struct evidence_writer *writer, const struct strategy *strategy, uint64_t node) {
    const struct observer_state *state = strategy_state(strategy, node);
    const uint32_t *tuple = strategy_tuple(strategy, node);
    evidence_put_text(writer, "[");
    evidence_put_state(writer, tuple, strategy->components);
    evidence_put_number(writer, ",", tuple[strategy->components]);
    evidence_put_number(writer, ",", state->owner);
    evidence_put_number(writer, ",", state->priority);
    evidence_put_text(writer, ",[");
    for (uint64_t edge = strategy->offsets[node]; edge < strategy->offsets[node + 1]; edge++) {
        uint32_t label = strategy->edge_labels[edge];
        const char *before = edge == strategy->offsets[node] ? "[" : ",[";
        if (label == STRATEGY_NO_LABEL) {
            evidence_put_text(writer, before);
            evidence_put_text(writer, "null");
        } else {
            evidence_put_number(writer, before, label);
        }
        evidence_put_number(writer, ",", strategy->targets[edge]);
        evidence_put_text(writer, "]");
    }
    evidence_put_text(writer, "]]");
}

void formula_evidence_put(struct evidence_writer *writer, const struct evidence_claim *claim,
                          uint64_t most_nodes) {
    uint64_t nodes = claim->strategy->nodes < most_nodes ? claim->strategy->nodes : most_nodes;
    put_parts(writer, claim);
    evidence_put_text(writer, ",\n \"strategy\": [");
    for (uint64_t node = 0; node < nodes && !writer->failed; node++) {
        evidence_put_text(writer, node == 0 ? "\n" : ",\n");
        put_node(writer, claim->strategy, node);
    }
    evidence_put_text(writer, "]");
}

/* --- tables --- */

static void put_subformula(struct evidence_writer *writer, const struct evidence_claim *claim,
                           uint32_t state) {
    struct text_buffer text = {0};
    if (show_subformula(writer, claim, state, &text) == 0) {
        evidence_put_text(writer, text.data);
    } else if (!writer->failed) {
        writer->failed = error_memory(writer->error, "to write the evidence");
    }
    text_buffer_free(writer->run->memory, &text);
}

static void put_node_text(struct evidence_writer *writer, const struct evidence_claim *claim, uint64_t node) {
    const struct strategy *strategy = claim->strategy;
    const uint32_t *tuple = strategy_tuple(strategy, node);
    const struct observer_state *state = strategy_state(strategy, node);
    evidence_put_number(writer, "node ", node);
    evidence_put_text(writer, "  (");
    for (uint32_t k = 0; k < strategy->components; k++) {
        evidence_put_text(writer, k == 0 ? "" : ", ");
        evidence_put_text(writer, claim->subject->components[k]);
        evidence_put_number(writer, " ", tuple[k]);
    }
    evidence_put_number(writer, state->owner == PLAYER_EVEN ? ")  even, priority " : ")  odd, priority ",
                        state->priority);
    evidence_put_text(writer, "\n    ");
    put_subformula(writer, claim, tuple[strategy->components]);
    evidence_put_text(writer, "\n");
    for (uint64_t edge = strategy->offsets[node]; edge < strategy->offsets[node + 1]; edge++) {
        uint32_t label = strategy->edge_labels[edge];
        evidence_put_number(writer, "    -> node ", strategy->targets[edge]);
        evidence_put_text(writer, label == STRATEGY_NO_LABEL ? "" : "  ");
        evidence_put_text(writer, label == STRATEGY_NO_LABEL ? "" : strategy->labels->text[label]);
        evidence_put_text(writer, "\n");
    }
}

void formula_evidence_put_file(struct evidence_writer *writer, const struct evidence_claim *claim) {
    const struct strategy *strategy = claim->strategy;
    put_head(writer, claim);
    for (uint64_t node = 0; node < strategy->nodes && !writer->failed; node++) {
        evidence_writer_report(writer, node, strategy->nodes, "nodes");
        put_node(writer, strategy, node);
        evidence_put_text(writer, "\n");
    }
}

void formula_evidence_put_table(struct evidence_writer *writer, const struct evidence_claim *claim) {
    const struct strategy *strategy = claim->strategy;
    const char *text;
    for (uint64_t k = 0; (text = strategy_explanation_text(strategy, k)) != NULL; k++) {
        evidence_put_text(writer, text);
        evidence_put_text(writer, "\n");
    }
    for (uint64_t node = 0; strategy->shape == STRATEGY_GRAPH && node < strategy->nodes && !writer->failed;
         node++) {
        evidence_writer_report(writer, node, strategy->nodes, "nodes");
        put_node_text(writer, claim, node);
    }
}
