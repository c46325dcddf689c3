/* What evidence of a comparison claims: a relation, and the labels that it hides in both inputs. The evidence
 * alone says so, and with other labels it is another claim. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "checker/verify/verify.h"

#define SHORT_LABEL 80u /* bytes of a label */
#define SHORT_LIST 200u /* bytes of labels after which no more are named */

/* Whether a label would be read as something else without quotes. */
static int needs_quotes(const char *label) {
    const size_t length = strlen(label);
    return length == 0 || strpbrk(label, ",'\"") != NULL || label[0] == ' ' || label[length - 1] == ' ';
}

/* Adds a label or pattern; inside quotes, a quote of this kind is doubled. 0 or -1. */
static int add_label(const struct evidence_property *label, int is_short, struct memory *memory,
                     struct text_buffer *text) {
    const size_t length = strlen(label->text);
    const int cut = is_short && length > SHORT_LABEL;
    const char *quote = label->is_pattern ? "'" : needs_quotes(label->text) ? "\"" : "";
    int failed = text_buffer_add(memory, text, quote) != 0;
    for (size_t k = 0; k < (cut ? SHORT_LABEL : length) && !failed; k++) {
        failed = text_buffer_append(memory, text, &label->text[k], 1) != 0 ||
                 (label->text[k] == quote[0] && text_buffer_add(memory, text, quote) != 0);
    }
    return failed || text_buffer_add(memory, text, cut ? ".." : "") != 0 ||
                   text_buffer_add(memory, text, quote) != 0
               ? -1
               : 0;
}

static int add_list(const struct evidence *evidence, int is_short, struct memory *memory,
                    struct text_buffer *text) {
    const uint64_t begin = text->length;
    for (uint32_t k = 0; k < evidence->property_count; k++) {
        if (is_short && text->length - begin > SHORT_LIST) {
            char more[32];
            snprintf(more, sizeof more, ", .. and %u more", evidence->property_count - k);
            return text_buffer_add(memory, text, more);
        }
        if (text_buffer_add(memory, text, k == 0 ? "" : ", ") != 0 ||
            add_label(&evidence->properties[k], is_short, memory, text) != 0) {
            return -1;
        }
    }
    return 0;
}

int verify_hides(const struct evidence *evidence) {
    return evidence->hides && (evidence->hides_others || evidence->property_count > 0);
}

int verify_add_hidden(const struct evidence *evidence, int is_short, struct memory *memory,
                      struct text_buffer *text) {
    const char *begin = !evidence->hides_others         ? "hiding "
                        : evidence->property_count == 0 ? "hiding all labels"
                                                        : "hiding all but ";
    return text_buffer_add(memory, text, begin) != 0 ? -1 : add_list(evidence, is_short, memory, text);
}

int verify_add_claim(const struct evidence *evidence, int is_short, struct memory *memory,
                     struct text_buffer *text) {
    if (text_buffer_add(memory, text, evidence->relation < RELATION_FIRST_PREORDER ? "" : "preorder ") != 0 ||
        text_buffer_add(memory, text, evidence_relation_name(evidence->relation)) != 0) {
        return -1;
    }
    return !verify_hides(evidence)                    ? 0
           : text_buffer_add(memory, text, ", ") != 0 ? -1
                                                      : verify_add_hidden(evidence, is_short, memory, text);
}
