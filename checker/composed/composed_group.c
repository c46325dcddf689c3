/* Groups of properties that see the same of a network, and the smaller networks for them. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/composed/composed_internal.h"
#include "checker/composed/property_view.h"
#include "explorer/model/network.h"
#include "reduce/composition/hidden.h"

#define MOST_ALIKE 4u /* groups with the same equivalence; further properties join the last of them */

static int memory_error(struct composed_work *work) {
    return error_memory(work->error, "for the properties");
}

/* The group that sees what the view does; with enough groups any with its equivalence, which then sees what
 * both see. NULL: there is none. */
static struct composed_group *find_group(struct composed_work *work, const struct property_view *view) {
    struct composed_check *composed = work->composed;
    struct composed_group *like = NULL;
    unsigned alike = 0;
    for (uint32_t i = 0; i < composed->group_count; i++) {
        struct composed_group *group = &composed->groups[i];
        if (group->equivalence == view->equivalence) {
            if (memcmp(group->hidden, view->hidden, composed->labels) == 0) {
                return group;
            }
            like = group;
            alike++;
        }
    }
    return alike < MOST_ALIKE ? NULL : like;
}

static struct composed_group *add_group(struct composed_work *work, struct property_view *view) {
    struct composed_check *composed = work->composed;
    struct composed_group *group = &composed->groups[composed->group_count];
    group->properties = memory_allocate_array(work->run->memory, work->count, sizeof *group->properties);
    if (group->properties == NULL) {
        memory_error(work);
        return NULL;
    }
    group->equivalence = view->equivalence;
    group->hidden = view->hidden;
    view->hidden = NULL;
    view->bytes = 0;
    composed->group_count++;
    return group;
}

int composed_group_property(struct composed_work *work, uint32_t property, int *refused) {
    struct composed_check *composed = work->composed;
    struct property_view view;
    int failed =
        property_view_find(work->network, &work->properties[property], work->run, &view, work->error);
    *refused = !failed && view.refusal != NULL;
    if (*refused && work->composing->refuse != NULL) {
        work->composing->refuse(work->composing->context, property, view.refusal);
    }
    if (!failed && !*refused) {
        struct composed_group *group = find_group(work, &view);
        group = group == NULL ? add_group(work, &view) : group;
        failed = group == NULL ? -1 : 0;
        for (uint64_t i = 0; i < composed->labels && view.hidden != NULL && !failed; i++) {
            group->hidden[i] &= view.hidden[i];
        }
        if (!failed) {
            group->properties[group->count++] = property;
        }
    }
    property_view_free(&view, work->run);
    return failed;
}

#define WHOLE_FACTOR 16u
#define MOST_WHOLE ((uint64_t)1 << 26)

struct turn {
    struct composed_work *work;
    const struct composed_group *group;
    double seconds; /* of searches */
};

/* Gives a search of the whole network its turn, before products become larger. */
static int may_grow(void *context) {
    struct turn *turn = context;
    const double begun = run_clock();
    struct composed_work *work = turn->work;
    const uint64_t next = work->composing->next_states;
    const uint64_t states = work->tried < next ? next : WHOLE_FACTOR * work->tried;
    if (next == 0 || work->tried >= MOST_WHOLE) {
        return 1;
    }
    const int failed = composed_try_whole(work, states < MOST_WHOLE ? states : MOST_WHOLE);
    turn->seconds += run_clock() - begun;
    return failed || composed_is_open(work, turn->group);
}

const struct network *composed_group_open(struct composed_work *work, struct composed_group *group,
                                          struct error *error) {
    const struct composed_options *composing = work->composing;
    struct turn turn = {work, group, 0};
    const double begun = run_clock();
    error->code = ERROR_NONE;
    for (uint64_t i = 0; i < work->composed->labels; i++) {
        group->hidden_count += group->hidden[i];
    }
    if (composing->begin != NULL) {
        composing->begin(composing->context, group);
    }
    group->how = (struct composition_options){.equivalence = group->equivalence,
                                              .most_states = composing->most_states,
                                              .plan = composing->plan,
                                              .keep_tree = 1,
                                              .may_grow = may_grow,
                                              .may_grow_context = &turn,
                                              .report = composing->report,
                                              .report_context = composing->context};
    group->whole = network_hide(work->network, group->hidden, work->run->memory, error);
    group->composition =
        group->whole == NULL ? NULL : composition_make(group->whole, &group->how, work->run, error);
    group->how.may_grow = NULL;
    group->seconds = run_clock() - begun - turn.seconds;
    if (!composed_is_open(work, group)) {
        composition_free(group->composition);
        group->composition = NULL;
    }
    return group->composition == NULL ? NULL : composition_network(group->composition);
}

void composed_groups_free(struct composed_check *composed, const struct run *run) {
    struct memory *memory = run->memory;
    for (uint32_t i = 0; i < composed->group_count; i++) {
        struct composed_group *group = &composed->groups[i];
        composition_free(group->composition);
        network_free(memory, group->whole);
        memory_free(memory, group->hidden, composed->labels);
        memory_free(memory, group->properties, composed->properties * sizeof *group->properties);
    }
    memory_free(memory, composed->groups, composed->properties * sizeof *composed->groups);
}
