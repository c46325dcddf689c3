/* Which labels of an operand become internal: --hide, --hide-all-but. */
#include <string.h>

#include "api/operand.h"
#include "base/text/pattern.h"
#include "explorer/graph/graph.h"
#include "reduce/prepare/hide.h"

struct hiding {
    struct job *job;
    struct operand *operand;
    int failed;
};

/* Whether it is a name of the internal action, which is hidden anyway. */
static int is_internal_name(const label_table *labels, const char *text, int length) {
    const int quoted = length > 1 && *text == '"';
    return label_text_kind(labels, text + quoted, (size_t)(quoted ? length - 2 : length)) == LABEL_INTERNAL;
}

static void note_unmatched(void *context, const char *text, int length) {
    struct hiding *hiding = context;
    const struct operand_text unmatched = {text, length};
    if (!is_internal_name(hiding->operand->labels, text, length)) {
        hiding->failed |= GROWING_ADD(&hiding->job->memory, hiding->operand->unmatched, unmatched) != 0;
    }
}

/* Whether the text matches no label of the operand, either; a missing operand has none. */
static int is_unmatched(const struct operand *operand, const char *text) {
    for (uint64_t i = 0; operand != NULL && i < operand->unmatched.count; i++) {
        if (operand->unmatched.data[i].text == text) {
            return 1;
        }
    }
    return operand == NULL;
}

/* What to write instead of a text that is no pattern, but looks like one; else "". */
static const char *advise_pattern(const struct operand_text *text, char *buffer, size_t size) {
    int quoted = *text->text == '"' && text->length > 1;
    char bare[200];
    snprintf(bare, sizeof bare, "%.*s", text->length - 2 * quoted, text->text + quoted);
    *buffer = '\0';
    if (*bare != '\'' && strpbrk(bare, "*[\\^$") != NULL) {
        snprintf(buffer, size, ": " PATTERN_NEEDS_QUOTES "\"'%s'\"", bare);
    }
    return buffer;
}

int operand_warn_unmatched(struct job *job, const struct operand_request *request,
                           const struct operand *first, const struct operand *second) {
    const char *option = request->hide.count > 0 ? "--hide" : "--hide-all-but";
    for (uint64_t i = 0; i < first->unmatched.count; i++) {
        const struct operand_text *text = &first->unmatched.data[i];
        char advice[400];
        if (is_unmatched(second, text->text)) {
            job_warning(job, "%s: no label %smatches %.*s%s", option,
                        second == NULL ? "" : "of either input ", text->length, text->text,
                        advise_pattern(text, advice, sizeof advice));
        }
    }
    return job_accept_warnings(job);
}

/*
 * Labels with numbers are not hidden, for that would lose the numbers: --hide-all-but spares them, and it is
 * an error to name one. 0 or -1.
 */
static int spare_numbers(struct job *job, const struct graph *graph, const struct operand *operand,
                         int all_but, uint8_t *hidden) {
    for (uint32_t label = 0; label < graph->label_count; label++) {
        const char *text = graph->label_text[label];
        const enum label_kind kind = label_text_kind(operand->labels, text, strlen(text));
        if (!hidden[label] || (kind != LABEL_PROB && kind != LABEL_RATE)) {
            continue;
        }
        if (!all_but) {
            return error_in(&job->error, ERROR_USAGE, operand->path,
                            "--hide: '%.200s' has a %s, which --equivalence probabilistic keeps", text,
                            kind == LABEL_PROB ? "probability" : "rate");
        }
        hidden[label] = 0;
    }
    return 0;
}

int operand_select_hidden(struct job *job, const struct operand_request *request, const struct graph *graph,
                          struct operand *operand, uint8_t **hidden) {
    const struct option_list *list = request->hide.count > 0 ? &request->hide : &request->hide_all_but;
    struct hiding hiding = {job, operand, 0};
    const struct hide_lists lists = {.lists = list->items,
                                     .count = list->count,
                                     .flags = (request->reader.regex ? PATTERN_EXTENDED : 0) |
                                              (request->reader.ignore_case ? PATTERN_IGNORE_CASE : 0),
                                     .all_but = list == &request->hide_all_but,
                                     .unmatched = note_unmatched,
                                     .context = &hiding};
    *hidden = NULL;
    if (list->count == 0 || operand->hidden != NULL) {
        return 0;
    }
    *hidden = memory_allocate(&job->memory, graph->label_count);
    int failed = *hidden == NULL ? error_memory(&job->error, "for the labels to hide")
                                 : hide_select(&lists, graph, &job->run, *hidden, &job->error);
    failed = failed == 0 && request->equivalence == EQUIVALENCE_PROBABILISTIC
                 ? spare_numbers(job, graph, operand, lists.all_but, *hidden)
                 : failed;
    return failed == 0 && hiding.failed ? error_memory(&job->error, "for the labels to hide") : failed;
}
