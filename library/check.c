/* Checking properties. */
#include "api/check.h"

#include "base/array.h"
#include "library/library.h"

/* The result that a callback receives, with the rest of its data. */
struct library_result {
    struct heddle_result result; /* first field: heddle_result_write receives only a pointer to it */
    const struct checked *checked;
    struct heddle_trace trace;
    struct library_message why;
};

/* --- properties --- */

/* Adds a property to the list. Returns 0, or -1 with the context's error. */
static int list_property(struct job *job, const struct heddle_property *wanted, uint32_t index,
                         struct property_list *list) {
    static const enum property_kind kinds[] = {
        [HEDDLE_DEADLOCK_FREE] = PROPERTY_DEADLOCK,
        [HEDDLE_NO_LIVELOCK] = PROPERTY_LIVELOCK,
        [HEDDLE_NEVER] = PROPERTY_NEVER,
        [HEDDLE_NO_STARVATION] = PROPERTY_STARVATION,
        [HEDDLE_NEVER_CYCLE] = PROPERTY_NEVER_CYCLE,
        [HEDDLE_ALMOST_SURELY] = PROPERTY_ALMOST_SURELY,
        [HEDDLE_ALMOST_SURELY_REPEATEDLY] = PROPERTY_ALMOST_SURELY_REPEATEDLY,
        [HEDDLE_ALMOST_SURELY_BY_ALL] = PROPERTY_ALMOST_SURELY,
        [HEDDLE_MONITOR] = PROPERTY_MONITOR,
        [HEDDLE_FORMULA] = PROPERTY_FORMULA,
        [HEDDLE_FORMULA_FILE] = PROPERTY_FORMULA,
        [HEDDLE_CTL] = PROPERTY_CTL,
        [HEDDLE_LTL] = PROPERTY_LTL,
        [HEDDLE_ALMOST_SURELY_LTL] = PROPERTY_ALMOST_SURELY_LTL,
        [HEDDLE_ALMOST_SURELY_LTL_BY_ALL] = PROPERTY_ALMOST_SURELY_LTL};
    const int is_known = (unsigned)wanted->kind < LENGTH(kinds);
    if (!is_known ||
        (wanted->text == NULL && property_row(kinds[wanted->kind])->takes != PROPERTY_TAKES_NOTHING)) {
        return error_set(&job->error, ERROR_USAGE, "property %u (%.200s): %s", index,
                         wanted->text == NULL ? "" : wanted->text,
                         is_known ? "it needs a text" : "there is no such kind of property");
    }
    const struct property_entry entry = {.kind = kinds[wanted->kind],
                                         .text = wanted->text,
                                         .is_file = wanted->kind == HEDDLE_FORMULA_FILE,
                                         .by_every_scheduler =
                                             wanted->kind == HEDDLE_ALMOST_SURELY_BY_ALL ||
                                             wanted->kind == HEDDLE_ALMOST_SURELY_LTL_BY_ALL,
                                         .suite_index = PROPERTY_NOT_OF_SUITE};
    return property_list_add(job, list, entry);
}

/* --- results --- */

/* Sets the reason of the result, or else the reason why its search ended. */
static void explain(const struct checked *checked, const struct check_result *found, struct error *error) {
    *error = found->why;
    if (found->why.code == ERROR_NONE && found->verdict == VERDICT_UNDECIDED &&
        found->search != CHECK_NO_SEARCH) {
        const struct check_search *search = &checked->check->searches[found->search];
        library_explain((struct heddle_context *)checked->job, search->result.outcome, search->result.states,
                        search->effort.memory_limit, error);
    }
}

static void tell_result(const struct checked *checked, uint32_t index, heddle_result_callback callback,
                        void *user) {
    const struct check_result *found = &checked->check->results[index];
    struct library_result result = {.checked = checked};
    struct error why;
    explain(checked, found, &why);
    result.result = (struct heddle_result){
        .property = index,
        .verdict = found->verdict == VERDICT_HOLDS      ? HEDDLE_HOLDS
                   : found->verdict == VERDICT_VIOLATED ? HEDDLE_VIOLATED
                                                        : HEDDLE_UNDECIDED,
        .name = checked->properties[index].name,
        .vacuous = found->vacuous != VACUITY_NONE,
        .why = why.code != ERROR_NONE ? library_message_fill(&result.why, &why) : NULL,
    };
    if (found->has_trace) {
        result.trace = (struct heddle_trace){
            .steps = found->trace.steps,
            .lasso = found->trace.lasso,
            .components = found->trace.components,
            .labels = found->trace.labels,
            .local_states = found->trace.states,
        };
        result.result.trace = &result.trace;
    }
    callback(user, &result.result);
}

/* Checks the properties of the list, and tells the results. Returns 0, or -1 with the context's error. */
static int check_list(heddle_network *network, struct property_list *list, heddle_result_callback callback,
                      void *user) {
    struct heddle_context *context = network->context;
    struct check_request request = CHECK_REQUEST_DEFAULTS;
    struct checked checked;
    request.path = network->path;
    request.tree = network->tree;
    request.network = network->network;
    request.properties = list;
    request.search = context->search;
    request.no_vacuity = 1;
    request.evidence = 1;
    int failed = api_check(&context->job, &request, &checked);
    for (uint32_t i = 0; i < checked.count && failed == 0; i++) {
        tell_result(&checked, i, callback, user);
    }
    checked_free(&checked, 1);
    return failed;
}

int heddle_check(heddle_network *network, const struct heddle_property *properties, uint32_t count,
                 heddle_result_callback callback, void *user) {
    if (network == NULL) {
        return -1;
    }
    struct job *job = &network->context->job;
    struct property_list list = {0};
    if (count == 0 || properties == NULL || callback == NULL) {
        return error_set(&job->error, ERROR_USAGE, "there is nothing to check, or no callback");
    }
    int failed = library_begin(network->context);
    for (uint32_t i = 0; i < count && failed == 0; i++) {
        failed = list_property(job, &properties[i], i, &list);
    }
    failed = failed != 0 ? failed : check_list(network, &list, callback, user);
    property_list_free(job, &list);
    return failed;
}

/* --- evidence --- */

int heddle_result_write(const struct heddle_result *result, const char *path) {
    const struct library_result *whole = (const struct library_result *)result;
    if (result == NULL) { /* without a context there is no place for an error */
        return -1;
    }
    const struct checked *checked = whole->checked;
    struct error *error = &checked->job->error;
    const struct check_result *found = &checked->check->results[result->property];
    const struct property *property = &checked->properties[result->property];
    if (path == NULL || (!found->has_trace && found->evidence == NULL)) {
        return error_set(error, ERROR_USAGE, "%.200s: there is no evidence that could be written%s",
                         property->name, path == NULL ? " to no file" : "");
    }
    enum file_format format = file_format_of_output(
        &(struct file_output){"evidence", path, evidence_trace_formats, NULL, -1}, error);
    if (format == FILE_UNKNOWN) {
        return -1;
    }
    const struct evidence_claim claim = {&checked->subject, property, found->verdict == VERDICT_HOLDS,
                                         &found->trace, check_formula_strategy(found->evidence)};
    return evidence_write(path, format, &claim, &checked->job->run, error);
}
