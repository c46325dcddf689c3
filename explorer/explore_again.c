/* A search that replaces the states of an earlier one. */
#include "explorer/explore_again.h"

#include "base/error.h"
#include "explorer/backend.h"
#include "explorer/model/model_core.h"

static uint64_t deeper_of(uint64_t deepest, uint64_t level) {
    return level != UINT64_MAX && level > deepest ? level : deepest;
}

/* The deepest level at which a trace can end. */
static uint64_t deepest_sight(const struct exploration *exploration) {
    const struct explore_result *result = &exploration->result;
    uint32_t labels = result->label_level == NULL ? 0 : model_header(exploration->model)->labels;
    uint64_t deepest = deeper_of(deeper_of(0, result->deadlock_level), result->error_level);
    for (uint32_t i = 0; i < labels; i++) {
        deepest = deeper_of(deepest, result->label_level[i]);
    }
    return deepest;
}

/* Keeps the result of `exploration`, and takes the states of `again`; frees `again` and the old states. */
static void replace_states(struct exploration *exploration, struct exploration *again) {
    struct state_space had = exploration->space;
    exploration->space = again->space;
    again->space = had;
    again->effort.seconds += exploration->effort.seconds;
    again->effort.fallback = exploration->effort.fallback;
    exploration->effort = again->effort;
    exploration_free(again);
}

static int describe_end(enum explore_outcome outcome, struct error *error) {
    switch (outcome) {
    case EXPLORE_DONE:
    case EXPLORE_LIMIT:
        return 0;
    case EXPLORE_FULL:
        return error_memory(error, "to search once more");
    default:
        return error_set(error, ERROR_INTERRUPTED, "interrupted in a second search");
    }
}

int explore_again(struct exploration *exploration, const struct backend *engine, const struct run *run,
                  struct error *error) {
    const struct explore_options options = {
        .keep_levels = 1,
        .partial_order = exploration->partial_order, /* up to the same level: it decides as before */
        .watched = exploration->partial_order ? exploration->watched : NULL,
        .max_depth = exploration->result.outcome == EXPLORE_DONE ? UINT64_MAX : deepest_sight(exploration)};
    exploration_drop_states(exploration); /* some levels may have been transferred */
    exploration->space.levels_kept = 0;
    struct exploration *again = engine->explore(exploration->model, &options, run, error);
    if (again == NULL) {
        return -1;
    }
    if (describe_end(again->result.outcome, error) != 0) {
        exploration_free(again);
        return -1;
    }
    replace_states(exploration, again);
    return 0;
}
