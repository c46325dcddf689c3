/* One search for several properties of linear time (check_together.h). */
#include "checker/check_together.h"

#include "base/error.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "base/scope.h"
#include "checker/check_internal.h"
#include "checker/check_ltl.h"
#include "checker/joint_observer.h"
#include "explorer/backend.h"
#include "explorer/model/fold_core.h"
#include "explorer/model/network.h"
#include "explorer/search/explore.h"
#include "explorer/search/level_store.h"
#include "space/space.h"

#define MOST_TRIES 16u /* properties that do not fit to those before, until these are searched */

/* Properties that are searched together. */
struct together {
    struct checking *checking;
    uint8_t *tried; /* [properties]: searched together already, or alone in a group */
    uint32_t property[JOINT_MOST_MEMBERS], count;
    struct joint_observer joint;
    uint64_t violated; /* of these, as bits: they are in the level where the search has ended */
    int failed;        /* memory ran out, or the run must stop: what is left is searched apart */
};

/* Collective: whether no rank has failed, and all have the same properties; if not, there are no more groups.
 */
static int agree(struct together *together) {
    struct error ignored;
    const uint64_t group =
        ranks_fingerprint(together->count, together->property, together->count * sizeof *together->property);
    together->failed |=
        ranks_meet(together->checking->run->ranks, RANKS_SEARCH, group, together->failed, &ignored) != 0;
    return !together->failed;
}

/* --- which properties --- */

static const struct observer *observer_of(const struct checking *checking, uint32_t property) {
    return &checking->ltl[property].observer.observer;
}

static int may_join(const struct together *together, uint32_t property) {
    const struct checking *checking = together->checking;
    const struct check_condition *condition = &checking->conditions[property];
    return !together->tried[property] && condition->target_count != 0 &&
           checking->targets[condition->first_target].observer != NULL &&
           checking->check->results[property].verdict == VERDICT_UNDECIDED &&
           !check_ltl_has_cycles(checking, property) && joint_observer_takes(observer_of(checking, property));
}

/* Joins the properties. Returns whether there is a joint observer to free. */
static int join(struct together *together) {
    const struct checking *checking = together->checking;
    const struct observer *member[JOINT_MOST_MEMBERS];
    struct error ignored; /* they are searched apart then */
    for (uint32_t m = 0; m < together->count; m++) {
        member[m] = observer_of(checking, together->property[m]);
    }
    const int made = joint_observer_make(member, together->count, checking->network->label_count,
                                         checking->run, &together->joint, &ignored);
    together->failed |= made < 0;
    if (made != 1) {
        joint_observer_free(&together->joint);
    }
    return made == 1;
}

/* Whether the properties and one more may be searched together; then it is one of them. */
static int add_property(struct together *together, uint32_t property) {
    together->property[together->count++] = property;
    const int fits = join(together);
    if (fits) {
        joint_observer_free(&together->joint);
    }
    together->count -= !fits;
    return fits;
}

/* Collects a group. Returns whether there was something to collect. */
static int collect(struct together *together) {
    uint32_t misfits = 0;
    together->count = 0;
    for (uint32_t i = 0; i < together->checking->count && together->count < JOINT_MOST_MEMBERS &&
                         misfits < MOST_TRIES && !together->failed;
         i++) {
        if (may_join(together, i)) {
            const int fits = add_property(together, i);
            together->tried[i] |= fits || together->count == 0;
            misfits += !fits;
        }
    }
    return together->count != 0;
}

/* --- the search --- */

/* The members that are violated in some state of the level, of this rank's states. */
static uint64_t violated_in(const struct together *together, const struct exploration *exploration,
                            uint64_t level) {
    const struct model_header *header = model_header(exploration->model);
    const struct model_view model = model_view_of(header);
    uint64_t count, violated = 0;
    const struct level_segment *segments =
        level_store_segments(exploration->space.level_store, level, &count);
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t k = 0; k < segments[i].count; k++) {
            const uint32_t state =
                fold_field(header, model.component + header->components, exploration_pairs(exploration),
                           segments[i].keys + k * header->key_words);
            violated |= together->joint.violates[state];
        }
    }
    return violated;
}

/* Unites the bits of all ranks. */
static uint64_t unite(const struct ranks *ranks, uint64_t bits) {
    uint64_t none[JOINT_MOST_MEMBERS], united = 0;
    for (uint32_t m = 0; m < JOINT_MOST_MEMBERS; m++) {
        none[m] = ~bits >> m & 1;
    }
    ranks_least(ranks, none, JOINT_MOST_MEMBERS);
    for (uint32_t m = 0; m < JOINT_MOST_MEMBERS; m++) {
        united |= (uint64_t)(none[m] == 0) << m;
    }
    return united;
}

/* The callback explore_options.decided: ends the search at the first level with an error state. */
static int is_decided(void *context, const struct exploration *exploration) {
    struct together *together = context;
    if (exploration->result.error_level == UINT64_MAX) {
        return 0;
    }
    together->violated = unite(together->checking->run->ranks,
                               violated_in(together, exploration, exploration->space.levels - 1));
    return 1;
}

/* All members hold but those that a run which ends violates, if there is one. */
static void conclude(struct together *together, const struct explore_result *result, uint32_t search) {
    struct checking *checking = together->checking;
    for (uint32_t m = 0; m < together->count; m++) {
        const uint32_t property = together->property[m];
        const struct check_condition *condition = &checking->conditions[property];
        if (result->deadlock_level != UINT64_MAX && checking->ltl[property].observer.has_ends) {
            continue;
        }
        for (uint64_t t = 0; t < condition->target_count; t++) {
            struct check_target *target = &checking->targets[condition->first_target + t];
            target->search = search;
            target->finding = FINDING_ABSENT;
        }
        checking->check->results[property].search = search;
        check_conclude(checking, property);
    }
}

static struct space_request request_of(struct together *together) {
    const struct checking *checking = together->checking;
    struct explore_options explore = checking->options->explore;
    explore.keep_levels = 0;
    explore.may_forget = 1;
    explore.table_unread = 1;
    explore.watched = NULL;
    explore.decided = is_decided;
    explore.decided_context = together;
    return (struct space_request){
        .backend = checking->options->backend,
        .network = checking->network,
        .layout = {.words = checking->options->words, .observer = &together->joint.observer},
        .explore = explore};
}

/* Searches. Whatever ends it early, an error of the model, too, is left to the searches apart. */
static void search(struct together *together) {
    struct check *check = together->checking->check;
    const struct space_request request = request_of(together);
    struct space space;
    struct error ignored;
    together->violated = 0;
    if (space_open(&space, &request, together->checking->run, &ignored) != 0) {
        return;
    }
    const uint32_t number = check->search_count++;
    struct exploration *exploration = space.exploration;
    check->searches[number].product = 1;
    check_search_take_counts(&check->searches[number], exploration);
    if (exploration->result.outcome == EXPLORE_DONE) {
        conclude(together, &exploration->result, number);
    }
    check_search_take_engine(&check->searches[number], exploration);
    space_close(&space);
}

/* The violated members are decided apart, and leave. */
static void leave(struct together *together) {
    uint32_t kept = 0;
    for (uint32_t m = 0; m < together->count; m++) {
        if (together->violated >> m & 1) {
            check_search_run(together->checking, together->property[m]);
        } else {
            together->property[kept++] = together->property[m];
        }
    }
    together->count = kept;
}

static void search_group(struct together *together) {
    do {
        together->violated = 0;
        const int joined = together->count > 1 && join(together), agreed = agree(together);
        if (joined && agreed) {
            search(together);
        }
        if (joined) {
            joint_observer_free(&together->joint);
        }
        leave(together);
    } while (together->violated != 0);
}

/* Whether searches are made apart. */
static int is_apart(const struct check_options *options) {
    return options->keep_going || options->explore.checkpoint != NULL || options->explore.partial_order ||
           backend_may_use_device(options->backend);
}

/* Whether there are several that may be searched together. */
static int has_several(const struct together *together) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < together->checking->count && found < 2; i++) {
        found += may_join(together, i) != 0;
    }
    return found == 2;
}

void check_search_together(struct checking *checking) {
    struct scope scope = {.memory = checking->run->memory};
    struct together together = {.checking = checking,
                                .tried = scope_zeroed(&scope, checking->count, sizeof *together.tried)};
    together.failed = together.tried == NULL;
    int some =
        checking->count > 1 && !is_apart(checking->options) && agree(&together) && has_several(&together);
    while (some) {
        some = collect(&together);
        some = agree(&together) && some;
        if (some) {
            search_group(&together);
        }
    }
    scope_close(&scope);
}
