/* What properties can see of a network. */
#include "checker/composed/property_view.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_steps.h"
#include "checker/property/fairness.h"
#include "checker/property/monitor.h"
#include "checker/property/property.h"
#include "explorer/model/network.h"
#include "specs/automata/formula_stutter.h"

struct looking {
    const struct property *property;
    const struct formula_sight *sight; /* FORMULA */
    const struct run *run;
    struct error *error;
    int sees_internal; /* the property says something of the internal action itself */
};

/* --- labels --- */

/* Whether the property treats the label like the internal action, as far as one of its matchers goes: 1, 0,
 * or -1. */
static int is_like_internal(struct looking *looking, const struct property *matcher,
                            const struct network_label *label) {
    const int internal = property_matches(matcher, "i", 1, looking->error);
    const int matches =
        internal < 0 ? -1 : property_matches(matcher, label->text, label->length, looking->error);
    looking->sees_internal |= internal > 0;
    return matches < 0 ? -1 : matches == internal;
}

static int is_like_for_parts(struct looking *looking, const struct network_label *label) {
    int like = 1;
    for (uint32_t i = 0; i < looking->property->part_count && like > 0; i++) {
        like = is_like_internal(looking, &looking->property->parts[i], label);
    }
    return like;
}

static int is_like_for_monitor(struct looking *looking, const struct network_label *label) {
    const monitor *monitor = looking->property->monitor;
    looking->sees_internal |= monitor_find_label(monitor, "i", 1) != LABEL_NONE;
    return !looking->sees_internal && monitor_find_label(monitor, label->text, label->length) == LABEL_NONE;
}

static int is_like_for_actions(struct looking *looking, const struct network_label *label) {
    int like = looking->sight->is_known;
    for (uint64_t i = 0; i < looking->sight->actions.count && like > 0; i++) {
        const struct action *action = looking->sight->actions.data[i];
        const int internal = action_matches(action, "i", 1, 1, looking->error);
        const int matches =
            internal < 0 ? -1 : action_matches(action, label->text, label->length, 0, looking->error);
        looking->sees_internal |= internal > 0;
        like = matches < 0 ? -1 : matches == internal;
    }
    return like;
}

/* Whether the label may be hidden: 1, 0, or -1. */
static int is_like(struct looking *looking, const struct network_label *label) {
    const struct property_row *row = property_row(looking->property->kind);
    switch (row->takes) {
    case PROPERTY_TAKES_LABEL:
        return is_like_internal(looking, looking->property, label);
    case PROPERTY_TAKES_LABELS:
        return is_like_for_parts(looking, label);
    case PROPERTY_TAKES_MONITOR:
        return is_like_for_monitor(looking, label);
    case PROPERTY_TAKES_AUTOMATON:
    case PROPERTY_TAKES_FORMULA:
        return is_like_for_actions(looking, label);
    default:
        return row->cycle != PROPERTY_CYCLE_INTERNAL;
    }
}

/* --- equivalences --- */

/* Of a property of linear time: whether steps that it cannot tell from internal ones do not matter. */
static int find_steps(struct looking *looking, struct property_view *view) {
    const int ignored =
        looking->sees_internal ? 0 : check_ignores_steps(looking->property, looking->run, looking->error);
    view->equivalence = ignored > 0 ? EQUIVALENCE_DIVBRANCHING : EQUIVALENCE_STRONG;
    return ignored < 0 ? -1 : 0;
}

/* Cycles with labels have visible ones, so that their number of internal steps does not matter; what only
 * asks for paths to visible labels needs no divergence, either. */
static enum equivalence choose(const struct looking *looking) {
    if (looking->property->formula != NULL) {
        return looking->sight->is_stuttering ? EQUIVALENCE_DIVBRANCHING : EQUIVALENCE_STRONG;
    }
    return looking->sees_internal                                   ? EQUIVALENCE_STRONG
           : property_row(looking->property->kind)->sees_divergence ? EQUIVALENCE_DIVBRANCHING
                                                                    : EQUIVALENCE_BRANCHING;
}

/* Looks at the internal action alone: what is said of it must be known when the network has no other label.
 */
static int look_at_internal(struct looking *looking) {
    const struct network_label internal = {.text = "i", .length = 1, .kind = LABEL_INTERNAL};
    return is_like(looking, &internal) < 0 ? -1 : 0;
}

static int look(struct looking *looking, const struct network *network, struct property_view *view) {
    int like = look_at_internal(looking);
    for (uint32_t i = 0; i < network->label_count && like >= 0; i++) {
        if (run_should_stop(looking->run)) {
            return error_set(looking->error, ERROR_INTERRUPTED, "interrupted while labels were compared");
        }
        like = network->labels[i].kind == LABEL_INTERNAL ? 0 : is_like(looking, &network->labels[i]);
        view->hidden[i] = like > 0;
    }
    if (like >= 0 && property_is_of_runs(looking->property->kind)) {
        return find_steps(looking, view);
    }
    view->equivalence = choose(looking);
    return like < 0 ? -1 : 0;
}

int property_view_find(const struct network *network, const struct property *property, const struct run *run,
                       struct property_view *view, struct error *error) {
    struct formula_sight sight = {.is_known = 0};
    struct looking looking = {.property = property, .sight = &sight, .run = run, .error = error};
    *view = (struct property_view){.refusal = NULL};
    if (property_is_of_schedulers(property->kind) || fairness_is_assumed(property->fairness)) {
        view->refusal = property_is_of_schedulers(property->kind)
                            ? "is about probabilities, which no reduction keeps"
                            : "assumes fairness, which no reduction keeps";
        return 0;
    }
    view->bytes = network->label_count;
    view->hidden = memory_allocate_zeroed(run->memory, view->bytes);
    int failed = view->hidden == NULL ? error_memory(error, "for what properties see") : 0;
    if (!failed && property->formula != NULL) {
        failed = formula_sight_find(property->formula, run->memory, &sight, error);
    }
    failed = failed || look(&looking, network, view) != 0 ? -1 : 0;
    formula_sight_free(&sight, run->memory);
    return failed;
}

void property_view_free(struct property_view *view, const struct run *run) {
    memory_free(run->memory, view->hidden, view->bytes);
}
