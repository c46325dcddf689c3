#ifndef HEDDLE_CHECKER_EVIDENCE_EVIDENCE_PUT_H
#define HEDDLE_CHECKER_EVIDENCE_EVIDENCE_PUT_H

/* Parts shared by the kinds of evidence (docs/evidence.md). Each function returns 0, or -1 with *error
 * filled. */
#include <stdint.h>

#include "base/stream/output.h"
#include "checker/evidence/evidence.h"

struct json_t;
struct memory;

/* {"heddle_evidence": 1, "kind": .., "inputs": .., "components": .., without a closing brace. */
int evidence_put_head(output *output, const char *kind, const struct evidence_subject *subject,
                      struct memory *memory, struct error *error);
/* Writes the property as an object; null if there is none. */
int evidence_put_property(output *output, const struct property *property, struct memory *memory,
                          struct error *error);
/* , "property": .., "initial": .., "steps": .., "lasso": .. after the head of a trace. */
int evidence_put_trace(output *output, const struct trace *trace, const struct property *property,
                       struct memory *memory, struct error *error);
/* Writes "key": value and takes the reference to the value; a NULL value is an ERROR_MEMORY. */
int evidence_put_key(output *output, const char *key, struct json_t *value, struct error *error);
/* [0,1,2] */
int evidence_put_state(output *output, const uint32_t *state, uint32_t components, struct error *error);

#endif
