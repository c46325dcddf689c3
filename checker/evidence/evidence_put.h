#ifndef HEDDLE_CHECKER_EVIDENCE_EVIDENCE_PUT_H
#define HEDDLE_CHECKER_EVIDENCE_EVIDENCE_PUT_H

/* Writes pieces of evidence (docs/evidence-format.md). The first failure fills *error; nothing is written
 * after it, so callers check `failed` only where they could save work. */
#include <stdint.h>

#include "base/stream/output.h"
#include "checker/evidence/evidence.h"

struct json_t;
struct walker_transition;

struct evidence_writer {
    const struct run *run;
    struct error *error;
    output *output;
    int failed;
    uint64_t pieces; /* of the text of a table */
};

/* Opens the file. Returns 0, or -1 with *error filled. */
int evidence_writer_open(struct evidence_writer *writer, const char *path);
/* Completes the file, or discards it after a failure. Returns 0, or -1 with *error filled. */
int evidence_writer_close(struct evidence_writer *writer);
/* Reports progress, and fails if the run should stop. Call it for each of the `total` lines. */
void evidence_writer_report(struct evidence_writer *writer, uint64_t done, uint64_t total, const char *unit);

/* Fails if steps lack what the walker had no memory to find out. */
void evidence_writer_require(struct evidence_writer *writer, const struct evidence_subject *subject);

void evidence_put_text(struct evidence_writer *writer, const char *text);
void evidence_put_bytes(struct evidence_writer *writer, const void *bytes, size_t size);
/* Writes the text, then the number. */
void evidence_put_number(struct evidence_writer *writer, const char *before, uint64_t number);
/* Writes the text, then the value, and takes the reference to the value; a NULL value is an ERROR_MEMORY. */
void evidence_put_json(struct evidence_writer *writer, const char *before, struct json_t *value);
/* [0,1,2] */
void evidence_put_state(struct evidence_writer *writer, const uint32_t *state, uint32_t components);
/* The same for components that are processes; of a model with data {"x":3,"b":true}. */
void evidence_put_values(struct evidence_writer *writer, const struct evidence_subject *subject,
                         const uint32_t *state);
/* {"heddle_evidence": VERSION, "kind": .., "inputs": .., "components": .., without a closing brace. */
void evidence_put_head(struct evidence_writer *writer, unsigned version, const char *kind,
                       const struct evidence_subject *subject);
/* "inputs": .., "components": .. */
void evidence_put_subject(struct evidence_writer *writer, const struct evidence_subject *subject);
/* "inputs": .. of a file that has a Markov model, and how labels and patterns of the command line are read.
 */
void evidence_put_mdp(struct evidence_writer *writer, const char *path, const struct exp_options *options);
/* Writes the property as an object; null if there is none. */
void evidence_put_property(struct evidence_writer *writer, const struct property *property);
/* , "local": [..] in the object of a step that takes this transition (NULL if that is unknown), unless all
 * processes have the label of the step. */
void evidence_put_local(struct evidence_writer *writer, const struct evidence_subject *subject,
                        const struct walker_transition *transition);
/* The text and trace_observer_json of the claim (checker/evidence/trace_step.h); nothing if that is null. */
void evidence_put_observer(struct evidence_writer *writer, const char *before,
                           const struct evidence_claim *claim);
/* , "property": .., "initial": .., "steps": .., "lasso": .. after the head of a trace. */
void evidence_put_trace(struct evidence_writer *writer, const struct trace *trace,
                        const struct evidence_claim *claim);
/* A trace or a strategy as a piece of a file in JSON, as evidence_write writes it. */
void evidence_put_claim(struct evidence_writer *writer, const struct evidence_claim *claim);

#endif
