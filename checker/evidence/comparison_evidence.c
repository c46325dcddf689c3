/* Writes evidence about two inputs (docs/evidence-format.md): if they are related, the class of each state;
 * if not, a formula with numbers. */
#include "checker/evidence/comparison_evidence.h"

#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/json_text.h"
#include "base/text/listed.h"
#include "checker/evidence/evidence_put.h"

/* {"label": ..} or {"pattern": ..}, or NULL. */
static json_t *json_listed(struct memory *memory, const struct listed_text *listed) {
    const int is_pattern = *listed->begin == '\'', quoted = is_pattern || *listed->begin == '"';
    const size_t length = (size_t)(listed->end - listed->begin) - (quoted ? 2 : 0);
    char *text = memory_allocate_zeroed(memory, length + 1);
    if (text == NULL) {
        return NULL;
    }
    memcpy(text, listed->begin + quoted, length);
    json_t *object = json_pack("{s:o}", is_pattern ? "pattern" : "label", json_bytes(memory, text));
    memory_free(memory, text, length + 1);
    return object;
}

static json_t *json_hidden(struct memory *memory, const struct comparison_evidence *evidence) {
    json_t *list = json_array();
    for (uint64_t k = 0; k < evidence->hidden_count; k++) {
        for (const char *at = evidence->hidden[k]; at != NULL;) {
            const struct listed_text listed = listed_first(at);
            if (json_array_append_new(list, json_listed(memory, &listed)) != 0) {
                json_decref(list);
                return NULL;
            }
            at = listed.next;
        }
    }
    return json_pack("{s:b, s:o}", "all_but", evidence->hides_others, "labels", list);
}

struct states_of {
    uint64_t counts[2]; /* states that are written */
    uint32_t *tuple;
};

static void count_states(const struct comparison_evidence *evidence, struct states_of *of) {
    uint32_t class;
    for (int k = 0; k < 2; k++) {
        const struct comparison_side *side = &evidence->sides[k];
        of->counts[k] = 0;
        for (uint64_t state = 0; state < side->states; state++) {
            of->counts[k] += side->state(side->context, state, of->tuple, &class) != 0;
        }
    }
}

static void put_side(struct evidence_writer *writer, const struct comparison_side *side) {
    if (side->is_mdp) {
        evidence_put_mdp(writer, side->subject->network, side->subject->options);
    } else {
        evidence_put_subject(writer, side->subject);
    }
}

/* Both inputs, the relation, and what is hidden. */
static void put_head(struct evidence_writer *writer, const struct comparison_evidence *evidence,
                     const char *kind) {
    evidence_put_json(writer, "{\"heddle_evidence\": 1, \"kind\": ", json_string(kind));
    evidence_put_text(writer, ", ");
    put_side(writer, &evidence->sides[0]);
    evidence_put_text(writer, ", \"second\": {");
    put_side(writer, &evidence->sides[1]);
    evidence_put_json(writer, evidence->is_preorder ? "}, \"preorder\": " : "}, \"equivalence\": ",
                      json_string(evidence->relation));
    if (evidence->hidden_count > 0) {
        evidence_put_json(writer, ", \"hidden\": ", json_hidden(writer->run->memory, evidence));
    }
}

static void put_states(struct evidence_writer *writer, const struct comparison_evidence *evidence,
                       const struct states_of *of) {
    uint64_t done = 0;
    for (int k = 0; k < 2; k++) {
        const struct comparison_side *side = &evidence->sides[k];
        for (uint64_t state = 0; state < side->states && !writer->failed; state++) {
            uint32_t class;
            evidence_writer_report(writer, done, of->counts[0] + of->counts[1], "states");
            if (side->state(side->context, state, of->tuple, &class) == 0) {
                continue;
            }
            done++;
            evidence_put_text(writer, "[");
            evidence_put_state(writer, of->tuple, side->is_mdp ? 1 : side->subject->component_count);
            evidence_put_number(writer, ",", class);
            evidence_put_text(writer, "]\n");
        }
    }
}

int evidence_write_comparison(const char *path, const struct comparison_evidence *evidence,
                              const struct run *run, struct error *error) {
    struct evidence_writer writer = {.run = run, .error = error};
    const uint64_t width = (uint64_t)evidence->sides[0].subject->component_count +
                           evidence->sides[1].subject->component_count + 1;
    struct states_of of = {.tuple = memory_allocate_array(run->memory, width, sizeof *of.tuple)};
    int failed =
        of.tuple == NULL ? error_memory(error, "to write the evidence") : evidence_writer_open(&writer, path);
    if (failed == 0) {
        count_states(evidence, &of);
        put_head(&writer, evidence, "comparison");
        evidence_put_number(&writer, ", \"first_states\": ", of.counts[0]);
        evidence_put_number(&writer, ", \"states\": ", of.counts[0] + of.counts[1]);
        evidence_put_text(&writer, "}\n");
        put_states(&writer, evidence, &of);
        failed = evidence_writer_close(&writer);
    }
    memory_free(run->memory, of.tuple, width * sizeof *of.tuple);
    return failed;
}

/* --- formulas with numbers --- */

/* {"rewards": "value", ..} */
static json_t *json_earnings(struct memory *memory, const struct measured_formula *formula,
                             const struct measured_node *node) {
    json_t *object = json_object();
    for (uint32_t i = 0; i < node->earnings_count; i++) {
        const struct measured_earning *earning = &formula->earnings.data[node->earnings_begin + i];
        if (json_object_set_new(object, earning->rewards, json_text(memory, earning->value)) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

/* [[NODE, ">=", "BOUND"], ..] */
static json_t *json_bounds(const struct measured_formula *formula, const struct measured_node *node) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < node->count; i++) {
        const struct measured_bound *bound = &formula->bounds.data[node->begin + i];
        char number[FRACTION_TEXT];
        fraction_write(bound->bound.numerator, bound->bound.denominator, number);
        if (json_array_append_new(
                list, json_pack("[i, s, s]", (int)bound->node, bound->at_most ? "<=" : ">=", number)) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static json_t *json_move(struct memory *memory, const struct measured_formula *formula,
                         const struct measured_node *node) {
    json_t *object =
        json_pack("{s:s, s:o}", "move", measured_move_name(node->move), "gives", json_bounds(formula, node));
    if ((node->text != NULL && json_object_set_new(object, "label", json_bytes(memory, node->text)) != 0) ||
        (node->earnings_count > 0 &&
         json_object_set_new(object, "earns", json_earnings(memory, formula, node)) != 0)) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static json_t *json_all(const struct measured_formula *formula, const struct measured_node *node) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < node->count; i++) {
        json_array_append_new(list, json_integer(formula->references.data[node->begin + i]));
    }
    return json_pack("{s:o}", "all", list);
}

static json_t *json_node(struct memory *memory, const struct measured_formula *formula,
                         const struct measured_node *node) {
    switch (node->kind) {
    case MEASURED_LABEL:
        return json_pack("{s:o}", "label", json_bytes(memory, node->text));
    case MEASURED_REWARD:
    case MEASURED_EARNED:
        return json_pack("{s:o, s:s}", node->kind == MEASURED_REWARD ? "reward" : "choice_reward",
                         json_bytes(memory, node->text), "value", node->value);
    case MEASURED_NOT:
        return json_pack("{s:i}", "not", (int)formula->references.data[node->begin]);
    case MEASURED_ALL:
        return json_all(formula, node);
    case MEASURED_MOVE:
        return json_move(memory, formula, node);
    }
    return NULL;
}

int evidence_write_difference(const char *path, const struct comparison_evidence *evidence,
                              const struct measured_formula *formula, int holds_in, const struct run *run,
                              struct error *error) {
    struct evidence_writer writer = {.run = run, .error = error};
    if (evidence_writer_open(&writer, path) != 0) {
        return -1;
    }
    put_head(&writer, evidence, "difference");
    evidence_put_number(&writer, ", \"holds_in\": ", (uint64_t)holds_in);
    evidence_put_text(&writer, ",\n \"formula\": [");
    for (uint64_t i = 0; i < formula->nodes.count; i++) {
        evidence_put_json(&writer, i == 0 ? "\n  " : ",\n  ",
                          json_node(run->memory, formula, &formula->nodes.data[i]));
    }
    evidence_put_text(&writer, "]}\n");
    return evidence_writer_close(&writer);
}
