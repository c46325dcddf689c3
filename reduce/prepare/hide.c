/* Which labels the command line hides. */
#include "reduce/prepare/hide.h"

#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/listed.h"
#include "base/text/pattern.h"
#include "explorer/graph/graph.h"

/* One text of a list, without its quotes. */
struct label_matcher {
    char *text;
    uint64_t bytes;
    pattern *pattern; /* NULL: the text is a label */
    int ignore_case;
};

static int open_matcher(struct label_matcher *matcher, const struct listed_text *listed, unsigned flags,
                        const struct run *run, struct error *error) {
    const char *begin = listed->begin;
    size_t length = (size_t)(listed->end - begin);
    int quoted = length > 0 && (*begin == '\'' || *begin == '"');
    *matcher = (struct label_matcher){.ignore_case = (flags & PATTERN_IGNORE_CASE) != 0};
    if (length == 0) {
        return error_set(error, ERROR_USAGE,
                         "--hide has an empty label: write '\"\"' for the label without text");
    }
    if (quoted && (length == 1 || begin[length - 1] != *begin)) {
        return error_set(error, ERROR_USAGE, "the opening quote is not closed in %.*s", (int)length, begin);
    }
    length -= quoted ? 2 : 0;
    matcher->bytes = length + 1;
    matcher->text = memory_allocate_zeroed(run->memory, matcher->bytes);
    if (matcher->text == NULL) {
        return error_memory(error, "for the labels to hide");
    }
    memcpy(matcher->text, begin + quoted, length);
    if (*begin != '\'') {
        return 0;
    }
    matcher->pattern = pattern_compile(run, matcher->text, flags, error);
    if (matcher->pattern == NULL && error->code != ERROR_MEMORY) {
        return error_prefix(error, "--hide: the pattern '%.200s': ", matcher->text);
    }
    return matcher->pattern == NULL ? -1 : 0;
}

static void close_matcher(struct label_matcher *matcher, struct memory *memory) {
    pattern_free(matcher->pattern);
    memory_free(memory, matcher->text, matcher->bytes);
}

/* 1, 0 or -1. The internal action has several names. */
static int matches(const struct label_matcher *matcher, const char *label, struct error *error) {
    if (matcher->pattern != NULL) {
        return pattern_match_total(matcher->pattern, label, strlen(label), error);
    }
    return matcher->ignore_case ? strcasecmp(matcher->text, label) == 0 : strcmp(matcher->text, label) == 0;
}

/* Sets hidden[label] for the labels that match. Returns whether one does, or -1. */
static int match_labels(const struct label_matcher *matcher, const struct graph *graph, const struct run *run,
                        uint8_t *hidden, struct error *error) {
    int any = 0;
    for (uint32_t label = 0; label < graph->label_count; label++) {
        int match = matches(matcher, graph->label_text[label], error);
        if (match < 0) {
            return -1;
        }
        if (run_stops_at(run, label, 4096)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted while labels were hidden");
        }
        hidden[label] |= (uint8_t)match;
        any |= match;
    }
    return any;
}

int hide_select(const struct hide_lists *lists, const struct graph *graph, const struct run *run,
                uint8_t *hidden, struct error *error) {
    memset(hidden, 0, graph->label_count);
    for (uint64_t i = 0; i < lists->count; i++) {
        for (const char *at = lists->lists[i]; at != NULL;) {
            struct listed_text listed = listed_first(at);
            struct label_matcher matcher;
            int found = open_matcher(&matcher, &listed, lists->flags, run, error);
            found = found == 0 ? match_labels(&matcher, graph, run, hidden, error) : found;
            close_matcher(&matcher, run->memory);
            if (found < 0) {
                return -1;
            }
            if (!found) {
                lists->unmatched(lists->context, listed.begin, (int)(listed.end - listed.begin));
            }
            at = listed.next;
        }
    }
    for (uint32_t label = 0; label < graph->label_count; label++) {
        int internal = strcmp(graph->label_text[label], "i") == 0;
        hidden[label] = !internal && hidden[label] != lists->all_but;
    }
    return 0;
}
