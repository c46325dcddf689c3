/* Words of states, from all ranks to rank 0. */
#include "explorer/search/gathering.h"

#include <string.h>

#include "base/ranks/ranks.h"

#define PART 8192u /* most words that a rank gives in a round, about */

int gathering_open(struct gathering *gathering, const struct ranks *ranks, struct memory *memory,
                   uint64_t unit) {
    *gathering = (struct gathering){.ranks = ranks, .scope = {.memory = memory}};
    gathering->part = unit < PART ? PART / unit * unit : unit;
    gathering->own = scope_array(&gathering->scope, gathering->part, sizeof *gathering->own);
    gathering->all = scope_array(&gathering->scope, gathering->part * ranks->count, sizeof *gathering->all);
    gathering->counts = scope_array(&gathering->scope, ranks->count, sizeof *gathering->counts);
    return gathering->scope.failed ? -1 : 0;
}

void gathering_close(struct gathering *gathering) {
    scope_close(&gathering->scope);
}

/* Gives what is in `own`. Returns whether any rank has given something. */
static int run_round(struct gathering *gathering) {
    const struct ranks *ranks = gathering->ranks;
    uint64_t most = 0;
    ranks_gather(ranks, &gathering->used, gathering->counts, 1);
    for (unsigned r = 0; r < ranks->count; r++) {
        most = gathering->counts[r] > most ? gathering->counts[r] : most;
    }
    if (most == 0) {
        return 0;
    }
    ranks_gather(ranks, gathering->own, gathering->all, most);
    for (unsigned r = 0; r < ranks->count && gathering->to.put != NULL; r++) {
        if (gathering->to.put(gathering->to.context, gathering->all + r * most, gathering->counts[r],
                              gathering->error) != 0) {
            gathering->failed = 1;
            gathering->to.put = NULL;
        }
    }
    gathering->used = 0;
    return 1;
}

void gathering_give(struct gathering *gathering, const uint64_t *words, uint64_t count) {
    for (uint64_t some; count != 0; count -= some, words += some) {
        some = count < gathering->part - gathering->used ? count : gathering->part - gathering->used;
        memcpy(gathering->own + gathering->used, words, some * sizeof *words);
        gathering->used += some;
        if (gathering->used == gathering->part) {
            run_round(gathering);
        }
    }
}

void gathering_end(struct gathering *gathering) {
    while (run_round(gathering)) {
    }
}

static int give(void *context, const uint64_t *words, uint64_t count, struct error *error) {
    (void)error;
    gathering_give(context, words, count);
    return 0;
}

static void end_section(void *context) {
    gathering_end(context);
}

struct words_sink gathering_sink(struct gathering *gathering) {
    return (struct words_sink){give, gathering, end_section, NULL};
}
