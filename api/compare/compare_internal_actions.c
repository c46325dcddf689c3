/* The labels that `heddle compare` hides, as an action of formulas. */
#include "api/compare/compare_internal.h"
#include "base/text/listed.h"

static int add_bytes(struct job *job, struct text_buffer *text, const char *bytes, size_t length) {
    return text_buffer_append(&job->memory, text, bytes, length);
}

/* A text of --hide: a label, "label" or 'pattern'. */
static int add_listed(struct job *job, struct text_buffer *text, const struct listed_text *listed) {
    const char *begin = listed->begin, *end = listed->end;
    char quote = *begin == '\'' ? '\'' : '"';
    if (*begin == '\'' || *begin == '"') {
        begin++;
        end--;
    }
    int failed = add_bytes(job, text, &quote, 1) != 0;
    for (; begin < end && !failed; begin++) {
        int escaped = *begin == quote || (*begin == '\\' && quote == '"');
        failed = (escaped && add_bytes(job, text, "\\", 1) != 0) || add_bytes(job, text, begin, 1) != 0;
    }
    return failed || add_bytes(job, text, &quote, 1) != 0 ? -1 : 0;
}

static int add_lists(struct job *job, struct text_buffer *text, const struct option_list *list) {
    int failed = 0, first = 1;
    for (uint64_t i = 0; i < list->count && !failed; i++) {
        for (const char *at = list->items[i]; at != NULL && !failed; first = 0) {
            struct listed_text listed = listed_first(at);
            failed = (!first && text_buffer_add(&job->memory, text, " or ") != 0) ||
                     add_listed(job, text, &listed) != 0;
            at = listed.next;
        }
    }
    return failed ? -1 : 0;
}

int compare_internal_actions(struct job *job, const struct operand_request *request,
                             struct text_buffer *text) {
    struct memory *memory = &job->memory;
    int failed;
    if (request->hide.count > 0) {
        failed = text_buffer_add(memory, text, "(i or ") != 0 || add_lists(job, text, &request->hide) != 0 ||
                 text_buffer_add(memory, text, ")") != 0;
    } else if (request->hide_all_but.count > 0) {
        failed = text_buffer_add(memory, text, "(i or not (") != 0 ||
                 add_lists(job, text, &request->hide_all_but) != 0 ||
                 text_buffer_add(memory, text, "))") != 0;
    } else {
        failed = text_buffer_add(memory, text, "i") != 0;
    }
    return failed ? error_memory(&job->error, "for the labels to hide") : 0;
}
