/* Checks the path of a trace that evidence on a formula has, and why it ends, with what its strategy says. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "checker/strategy/strategy_explain.h"
#include "checker/strategy/strategy_path.h"
#include "checker/strategy/strategy_region.h"
#include "checker/verify/verify_formula_internal.h"

static int check_step(struct formula_check *check, const struct trace *path, uint64_t step) {
    const struct trace *said = &check->evidence->trace;
    uint64_t bytes = path->components * sizeof *path->states;
    if (memcmp(trace_state(path, step), trace_state(said, step), bytes) != 0) {
        verify_say(check->verifier, "state %llu of the trace is ", (unsigned long long)step);
        verify_say_state(check->verifier, trace_state(said, step));
        verify_say(check->verifier, ", and the strategy leads to ");
        verify_say_state(check->verifier, trace_state(path, step));
        return 0;
    }
    if (step == path->steps) {
        return 1;
    }
    int same = strcmp(path->labels[step], said->labels[step]) == 0;
    if (same == 0) {
        verify_say(check->verifier,
                   "step %llu of the trace is \"%.200s\", and the strategy leads on by \"%.200s\"",
                   (unsigned long long)step + 1, said->labels[step], path->labels[step]);
    }
    return same;
}

int formula_check_path(struct formula_check *check) {
    const struct trace *said = &check->evidence->trace, *path = &check->graph.trace;
    if (strategy_path_find(&check->graph, check->verifier->error) != 0) {
        return -1;
    }
    if (check->graph.shape == STRATEGY_GRAPH && check->evidence->kind == EVIDENCE_TRACE) {
        return verify_say(check->verifier, "the strategy forces no path to an end, so the trace is not one");
    }
    if (path->steps != said->steps || path->lasso != said->lasso) {
        verify_say(check->verifier, "the trace has %llu steps%s, the strategy's path %llu%s",
                   (unsigned long long)said->steps, said->lasso == TRACE_NO_LASSO ? "" : " and returns",
                   (unsigned long long)path->steps, path->lasso == TRACE_NO_LASSO ? "" : " and returns");
        verify_say(check->verifier, path->lasso != TRACE_NO_LASSO && said->lasso != TRACE_NO_LASSO
                                        ? ", to another state"
                                        : "");
        return 0;
    }
    int holds = 1;
    for (uint64_t step = 0; step <= path->steps && holds == 1; step++) {
        holds = verify_stopped(check->verifier, "verifying", step, path->steps, "steps") != 0
                    ? -1
                    : check_step(check, path, step);
    }
    check->verifier->verification->steps = holds == 1 ? path->steps : 0;
    return holds;
}

/* --- the explanation --- */

/* What is needed to count regions. */
struct recount {
    struct formula_check *check;
    json_t *said; /* the explanation in the evidence */
    struct strategy_region region;
};

/* Counts the region of a node again (struct strategy_counter), unless the explanation says that it is only a
 * part. All vertices of a region are nodes, so there are no more of them. */
static int count_again(const struct strategy_counter *counter, struct strategy_count *count,
                       struct error *error) {
    struct recount *recount = counter->context;
    struct formula_check *check = recount->check;
    const json_t *also = json_object_get(recount->said, "also");
    const json_t *said = counter->index == 0 ? recount->said : json_array_get(also, counter->index - 1);
    strategy_region_free(&recount->region);
    if (!json_is_false(json_object_get(said, "more"))) {
        return 0;
    }
    if (strategy_region_count(&check->moves, tuple_set_at(&check->set, counter->node), check->graph.nodes,
                              &recount->region, error) != 0) {
        return -1;
    }
    if (!recount->region.is_part) {
        *count =
            (struct strategy_count){recount->region.count, recount->region.is_closed, recount->region.occurs};
    }
    return 0;
}

/* Explains the end of the path again. */
static int explain(struct formula_check *check, const char *said) {
    struct recount recount = {.check = check, .said = json_loads(said, 0, NULL)};
    const struct strategy_counter counter = {.count = count_again, .context = &recount};
    int failed = recount.said == NULL /* it has been read before, so memory ran out */
                     ? verify_memory(check->verifier)
                     : strategy_explain(&check->graph, check->verifier->properties[0].formula, &check->moves,
                                        &counter, check->verifier->error);
    strategy_region_free(&recount.region);
    json_decref(recount.said);
    return failed != 0 ? -1 : 0;
}

int formula_check_explanation(struct formula_check *check) {
    const char *said = check->evidence->explanation;
    if (said == NULL) {
        return 1;
    }
    if (explain(check, said) != 0) {
        return -1;
    }
    char *text = check->graph.explanation == NULL
                     ? NULL
                     : json_dumps(check->graph.explanation, EVIDENCE_EXPLANATION_FLAGS);
    int same = text != NULL && strcmp(text, said) == 0;
    free(text);
    return same ? 1
                : verify_say(check->verifier,
                             "the explanation is wrong; the path ends for this reason: %.1000s",
                             strategy_explanation_text(&check->graph, 0));
}
