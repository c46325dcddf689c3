#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_HIDDEN_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_HIDDEN_H

#include <stdint.h>

#include "base/array.h"
#include "base/text/label.h"
#include "base/text/pattern.h"
#include "checker/verify/evidence_read.h"

struct error;
struct memory;

/* The labels of two inputs, of which evidence hides some. Begins as zeros. */
struct hidden_labels {
    const struct evidence *evidence;
    struct memory *memory;
    struct error *error;
    label_table *labels;     /* label k + 1 is label k here */
    pattern **patterns;      /* [evidence->property_count] hidden ones; NULL: a label */
    GROWING(uint8_t) hidden; /* by label of the table */
};

#define HIDDEN_INTERNAL 0u /* the label of internal steps */

/* Compiles the patterns. 0, or -1 with *error filled; to be closed in any case. */
int hidden_labels_open(struct hidden_labels *labels, const struct evidence *evidence, const struct run *run,
                       struct error *error);
void hidden_labels_close(struct hidden_labels *labels);
/* Whether the evidence hides a text: 1, 0, or -1 with *error filled. */
int hidden_labels_hide(const struct hidden_labels *labels, const char *text);
/* The number of the label with the text: HIDDEN_INTERNAL for `i` and labels that are hidden. 0, or -1 with
 * *error filled. */
int hidden_labels_find(struct hidden_labels *labels, const char *text, uint32_t *label);
/* The text of a label, "i" for HIDDEN_INTERNAL. */
const char *hidden_labels_text(const struct hidden_labels *labels, uint32_t label);

#endif
