#ifndef HEDDLE_TESTS_SUPPORT_EVIDENCE_CLAIM_H
#define HEDDLE_TESTS_SUPPORT_EVIDENCE_CLAIM_H

#include <jansson.h>

#include "checker/verify/verify.h"

/*
 * Whether the command finds by itself what confirmed evidence claims: `heddle check` the verdict on its
 * property, `compare` the relation, `scc` and `mec` the number and sizes of components. `known`, a JSON
 * object, keeps what was found. Needs tests/support/command.h. 1; 0 if the command finds something else; or
 * -1 if the command cannot be asked: evidence without a property, or labels that no option can have.
 */
int evidence_claim_holds(const struct evidence *evidence, const struct verification *verification,
                         json_t *known);
/* The command that was asked last, for messages. */
const char *evidence_claim_asked(void);

#endif
