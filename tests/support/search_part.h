#ifndef HEDDLE_TESTS_SUPPORT_SEARCH_PART_H
#define HEDDLE_TESTS_SUPPORT_SEARCH_PART_H

#include <stdint.h>

#include "explorer/backend.h"
#include "explorer/checkpoint/checkpoint.h"
#include "tests/support/place_model.h"

/* Searches in parts, with checkpoints in a folder of `place`. */

#define SEARCH_PART_PATH 512

/*
 * When the stop flag of a part is set: after so many states, which is for searches on the CPU; and when so
 * many checkpoints were written.
 */
struct halt {
    uint64_t states, written;
    int stop;
};
extern const struct halt never_halt;

/* What was told of checkpoints. */
struct telling {
    uint64_t written, failed;
    struct halt *halt; /* of the part that is searched now */
    int halted;        /* the last part was told to stop, perhaps too late */
    char last[1500];
};

/* The callback explore_options.leave that sets it; never leaves. */
int halt_after(void *context, uint64_t states);

/* How a model is searched, as a seed draws it. */
struct drawn_search {
    struct explore_options options;
    uint8_t *watched; /* all labels; the options may have it */
};
/* Compiles the model, in any layout; levels are kept or not, labels are watched or not, and the callback
 * decides or not. */
void drawn_search_open(struct drawn_search *drawn, struct placed_model *placed,
                       int (*decided)(void *context, const struct exploration *exploration), uint64_t *seed);
void drawn_search_close(struct drawn_search *drawn);

/* A PRISM model with a million states in 298 levels. */
extern const char *const search_cube;

/* Whether there is a GPU; says once that tests are skipped if not. */
int search_has_device(void);
/* Later parts with `place` are on so many times GPU 0, which exchange keys by "direct" or "copy". */
void search_choose_gpus(unsigned count, const char *exchange);

/* Fills the name of the folder, which is there no longer. */
void empty_checkpoints(char folder[SEARCH_PART_PATH]);
/* To write there, and to continue from there; with an interval that never ends. */
struct checkpoint checkpoint_in(const char *folder, struct telling *telling);
/* One part of a search, which ends as `halt` says; with the memory and the error of `place`. */
struct exploration *explore_part(const struct backend *backend, const model *model,
                                 struct explore_options options, struct checkpoint *checkpoint,
                                 struct halt halt);
/* The outcome or counts that differ between two searches; NULL: none does. Then all that does. */
const char *compare_counts(const struct exploration *one, const struct exploration *other);
const char *compare_results(const struct exploration *one, const struct exploration *other);
/* The same of traces to a deadlock; of those and of graphs; `one` is of a search on the CPU, `other` of the
 * backend. */
const char *compare_traces(struct exploration *one, struct exploration *other, const struct backend *backend);
const char *compare_products(struct exploration *one, struct exploration *other,
                             const struct backend *backend);

#endif
