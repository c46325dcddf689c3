/* Writes evidence that two inputs are related: the class of each state (docs/evidence.md). */
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

static void put_head(struct evidence_writer *writer, const struct comparison_evidence *evidence,
                     const struct states_of *of) {
    evidence_put_head(writer, 1, "comparison", evidence->sides[0].subject);
    evidence_put_text(writer, ", \"second\": {");
    evidence_put_subject(writer, evidence->sides[1].subject);
    evidence_put_json(writer, evidence->is_preorder ? "}, \"preorder\": " : "}, \"equivalence\": ",
                      json_string(evidence->relation));
    if (evidence->hidden_count > 0) {
        evidence_put_json(writer, ", \"hidden\": ", json_hidden(writer->run->memory, evidence));
    }
    evidence_put_number(writer, ", \"first_states\": ", of->counts[0]);
    evidence_put_number(writer, ", \"states\": ", of->counts[0] + of->counts[1]);
    evidence_put_text(writer, "}\n");
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
            evidence_put_state(writer, of->tuple, side->subject->component_count);
            evidence_put_number(writer, ",", class);
            evidence_put_text(writer, "]\n");
        }
    }
}

int evidence_write_comparison(const char *path, const struct comparison_evidence *evidence,
                              const struct run *run, struct error *error) {
    struct evidence_writer writer = {.run = run, .error = error};
    const uint64_t width =
        (uint64_t)evidence->sides[0].subject->component_count + evidence->sides[1].subject->component_count;
    struct states_of of = {.tuple = memory_allocate_array(run->memory, width, sizeof *of.tuple)};
    int failed =
        of.tuple == NULL ? error_memory(error, "to write the evidence") : evidence_writer_open(&writer, path);
    if (failed == 0) {
        count_states(evidence, &of);
        put_head(&writer, evidence, &of);
        put_states(&writer, evidence, &of);
        failed = evidence_writer_close(&writer);
    }
    memory_free(run->memory, of.tuple, width * sizeof *of.tuple);
    return failed;
}
