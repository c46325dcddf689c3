/* The order in which the states of a search go their way. */
#include "explorer/search/state_stream.h"

#include "explorer/checkpoint/checkpoint.h"

static void end_section(struct words_sink sink) {
    if (sink.end != NULL) {
        sink.end(sink.context);
    }
}

int state_source_put(const struct state_source *source, const struct checkpoint_header *header,
                     struct words_sink sink, struct error *error) {
    const uint64_t end = header->level + 1 + (header->next != 0);
    int failed = 0;
    if (!header->levels_kept) {
        failed = source->put_visited(source->context, sink, error);
        end_section(sink);
    }
    for (uint64_t level = header->levels_kept ? 0 : header->level, after; level < end; level = after) {
        after = sink.end == NULL ? end : level + 1; /* narrow levels are faster together */
        failed = failed ? failed : source->put_levels(source->context, level, after, sink, error);
        end_section(sink);
    }
    return failed;
}
