/* Ways to a label: at random, or the shortest one, which a search from the current state finds. */
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/property/property.h"
#include "cli/common.h"
#include "cli/simulate/simulate_session.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"

#define STEPS_UNTIL 100000u
#define LABELS_LISTED 6u

/* Whether some label of the network matches. Returns 1, 0, or -1 with *error filled. */
static int occurs(const struct simulate_session *session, const struct property *property,
                  struct error *error) {
    int found = 0;
    for (uint32_t i = 0; i < walker_label_count(session->walker) && found == 0; i++) {
        const char *label = walker_label(session->walker, i);
        found = property_matches(property, label, strlen(label), error);
    }
    return found;
}

/* The error for a label that does not occur, with the labels that begin like it. */
static int fail_unknown(const struct simulate_session *session, const char *text, struct error *error) {
    unsigned listed = 0;
    error_set(error, ERROR_INPUT, "no transition of the network ever has the label %.200s", text);
    for (uint32_t i = 0; i < walker_label_count(session->walker) && listed < LABELS_LISTED; i++) {
        const char *label = walker_label(session->walker, i);
        if (strncmp(label, text, strlen(text)) == 0) {
            size_t length = strlen(error->text);
            snprintf(error->text + length, sizeof error->text - length, "%s%.40s",
                     listed++ == 0 ? "; a pattern is written 'PATTERN'; labels that begin so: " : ", ",
                     label);
        }
    }
    return -1;
}

/* Makes the property that no transition has the label, or that there is no deadlock. The caller frees it with
 * property_free, even after an error. */
static int make_goal(const struct simulate_session *session, const char *text, int may_be_deadlock,
                     struct property *goal, struct error *error) {
    const struct run *run = &session->job->run;
    struct property_maker maker = {.tree = session->tree, .run = run, .error = error};
    int found = property_make(&maker, PROPERTY_NEVER, text, goal) == 0 ? occurs(session, goal, error) : -1;
    if (found != 0) {
        return found > 0 ? 0 : -1;
    }
    if (!may_be_deadlock || strcmp(text, "deadlock") != 0) {
        return fail_unknown(session, text, error);
    }
    property_free(goal, run);
    *goal = (struct property){0};
    return property_make(&maker, PROPERTY_DEADLOCK, NULL, goal);
}

/* --- at random --- */

static int walk_until(struct simulate_session *session, const struct property *goal, struct error *error) {
    uint64_t begin = walk_position(session->walk);
    int found = 0, taken = 1;
    while (found == 0 && taken == 1 && walk_position(session->walk) - begin < STEPS_UNTIL) {
        taken = walk_take_random(session->walk, &session->random, error);
        if (taken == 1) {
            const char *label = walk_whole(session->walk)->labels[walk_position(session->walk) - 1];
            found = property_matches(goal, label, strlen(label), error);
        }
    }
    uint64_t end = walk_position(session->walk);
    if (simulate_show_steps(session, begin, end, error) != 0) {
        return -1;
    }
    if (taken == 0) {
        simulate_say(session, "deadlock after step %llu", (unsigned long long)end);
    } else if (found == 0 && taken > 0) {
        simulate_say(session, "%u random steps, and none with this label", STEPS_UNTIL);
    }
    return found < 0 ? -1 : taken < 0 ? simulate_end_walk(session, error) : 0;
}

int simulate_until(struct simulate_session *session, const char *text, struct error *error) {
    struct property goal = {0};
    session->used_random = 1;
    int failed = make_goal(session, text, 0, &goal, error) != 0 || walk_until(session, &goal, error) != 0;
    property_free(&goal, &session->job->run);
    return failed ? -1 : 0;
}

/* --- by a search --- */

static int take_way(struct simulate_session *session, struct check_result *result, const char *text,
                    struct error *error) {
    if (result->verdict == VERDICT_HOLDS) {
        return error_set(error, ERROR_INPUT, "%.200s cannot be reached from here", text);
    }
    if (!result->has_trace) {
        *error = result->why;
        return error->code != ERROR_NONE                   ? -1
               : simulate_should_stop(session, error) != 0 ? -1
                                                           : error_memory(error, "for the search");
    }
    uint64_t begin = walk_position(session->walk);
    if (walk_follow(session->walk, &result->trace, error) != 0) {
        return -1;
    }
    return simulate_show_steps(session, begin, begin + result->trace.steps, error);
}

/* Makes a state the only initial one. */
static void make_initial(struct network *network, const uint32_t *state) {
    for (uint32_t i = 0; i < network->component_count; i++) {
        network->components[i].initial = state[i];
    }
    if (network->initial_states != NULL) {
        memcpy(network->initial_states, state, network->component_count * sizeof *state);
        network->initial_count = 1;
    }
}

static int search(struct simulate_session *session, struct network *network, const struct property *goal,
                  const char *text, struct error *error) {
    const struct run *run = &session->job->run;
    make_initial(network, walk_state(session->walk));
    struct check_options options = {
        .backend = session->job->backend, .explore = {.max_depth = UINT64_MAX}, .subject = session->subject};
    struct check *check = check_run(network, goal, 1, &options, run, error);
    job_end_progress(session->job);
    int failed = check == NULL || take_way(session, &check->results[0], text, error) != 0;
    check_free(check, run);
    return failed ? -1 : 0;
}

int simulate_reach(struct simulate_session *session, const char *text, struct error *error) {
    const struct run *run = &session->job->run;
    struct property goal = {0};
    struct network *network = NULL;
    int failed = make_goal(session, text, 1, &goal, error) != 0 ||
                 (network = language_compile(session->tree, run, error)) == NULL ||
                 search(session, network, &goal, text, error) != 0;
    network_free(run->memory, network);
    property_free(&goal, run);
    return failed ? -1 : 0;
}
