/* Checking properties. */
#include "checker/check.h"

#include <string.h>

#include "base/array.h"
#include "checker/evidence/evidence.h"
#include "frontend/language/compile/language_compile.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "library/library.h"

/* A call of heddle_check. */
struct checking_call {
    struct heddle_network *network;
    struct run run;
    const struct heddle_property *wanted;
    uint32_t count;
    struct property *properties; /* zeros until the properties are made */
    walker *walker;              /* NULL if no property needs it */
    struct evidence_subject subject;
    struct check *check;
};

/* The result that a callback receives, with the rest of its data. */
struct library_result {
    struct heddle_result result; /* first field: heddle_result_write receives only a pointer to it */
    struct checking_call *call;
    struct heddle_trace trace;
    struct library_message why;
};

/* --- properties --- */

/* Names the property in an error that concerns the whole property, rather than a line of a file or a
 * formula. */
static int blame(struct error *error, uint32_t index, const char *said) {
    if ((error->code == ERROR_INPUT || error->code == ERROR_USAGE) && error->line == 0) {
        error_prefix(error, "property %u (%.200s): ", index, said);
    }
    return -1;
}

/* Makes a property. Returns 0, or -1 with the context's error. */
static int make_property(struct checking_call *call, uint32_t index) {
    const struct heddle_property *wanted = &call->wanted[index];
    struct property *made = &call->properties[index];
    static const enum property_kind kinds[] = {[HEDDLE_DEADLOCK_FREE] = PROPERTY_DEADLOCK,
                                               [HEDDLE_NO_LIVELOCK] = PROPERTY_LIVELOCK,
                                               [HEDDLE_NEVER] = PROPERTY_NEVER,
                                               [HEDDLE_NO_STARVATION] = PROPERTY_STARVATION,
                                               [HEDDLE_NEVER_CYCLE] = PROPERTY_NEVER_CYCLE,
                                               [HEDDLE_ALMOST_SURELY] = PROPERTY_ALMOST_SURELY,
                                               [HEDDLE_ALMOST_SURELY_REPEATEDLY] =
                                                   PROPERTY_ALMOST_SURELY_REPEATEDLY,
                                               [HEDDLE_ALMOST_SURELY_BY_ALL] = PROPERTY_ALMOST_SURELY,
                                               [HEDDLE_MONITOR] = PROPERTY_MONITOR,
                                               [HEDDLE_FORMULA] = PROPERTY_FORMULA,
                                               [HEDDLE_FORMULA_FILE] = PROPERTY_FORMULA};
    struct error *error = &call->network->context->job.error, warning = {.code = ERROR_NONE};
    struct property_maker maker = {.tree = call->network->tree,
                                   .run = &call->run,
                                   .error = error,
                                   .warning = &warning,
                                   .every_scheduler = wanted->kind == HEDDLE_ALMOST_SURELY_BY_ALL};
    if ((unsigned)wanted->kind >= LENGTH(kinds)) {
        return error_set(error, ERROR_USAGE, "there is no such kind of property");
    }
    if (wanted->text == NULL && wanted->kind != HEDDLE_DEADLOCK_FREE && wanted->kind != HEDDLE_NO_LIVELOCK) {
        return error_set(error, ERROR_USAGE, "it needs a text");
    }
    int failed = wanted->kind == HEDDLE_FORMULA_FILE
                     ? property_make_formula_file(&maker, wanted->text, made)
                     : property_make(&maker, kinds[wanted->kind], wanted->text, made);
    if (failed == 0) {
        library_warn(call->network->context, &warning);
    }
    return failed;
}

static int make_properties(struct checking_call *call) {
    struct heddle_context *context = call->network->context;
    call->properties = memory_allocate_zeroed(&context->job.memory, call->count * sizeof *call->properties);
    if (call->properties == NULL) {
        return error_memory(&context->job.error, "for the properties");
    }
    for (uint32_t i = 0; i < call->count; i++) {
        if (make_property(call, i) != 0) {
            return blame(&context->job.error, i, call->wanted[i].text == NULL ? "" : call->wanted[i].text);
        }
    }
    return 0;
}

/* --- checking --- */

/* Runs the check. Returns 0, or -1 with the context's error. */
static int run_check(struct checking_call *call) {
    struct heddle_network *network = call->network;
    struct heddle_context *context = network->context;
    if (library_begin(context) != 0) {
        return -1;
    }
    call->run = context->job.run;
    if (make_properties(call) != 0) {
        return -1;
    }
    if (language_compile_predicates(network->tree, network->network, &call->run, &context->job.error) != 0) {
        return -1;
    }
    int games =
        check_plan_formulas(network->network, call->properties, call->count, &call->run, &context->job.error);
    if (games < 0) {
        return -1;
    }
    if (games > 0 || language_has_variables(network->tree)) {
        call->walker = language_walk(network->tree, &call->run, &context->job.error);
        if (call->walker == NULL) {
            return -1;
        }
    }
    call->subject = (struct evidence_subject){network->path, language_options(network->tree), network->names,
                                              network->network->component_count, NULL};
    struct check_options options = {
        .backend = context->job.backend, .witnesses = 1, .subject = &call->subject, .walker = call->walker};
    search_configure(&context->job, &context->search, &options.explore);
    call->check =
        check_run(network->network, call->properties, call->count, &options, &call->run, &context->job.error);
    call->subject.walker = call->walker; /* for tables of traces, after the games */
    return call->check == NULL ? -1 : 0;
}

static void end_call(struct checking_call *call) {
    struct memory *memory = &call->network->context->job.memory;
    if (call->check != NULL) {
        check_free(call->check, &call->run);
    }
    walker_free(call->walker);
    for (uint32_t i = 0; i < call->count && call->properties != NULL; i++) {
        property_free(&call->properties[i], &call->run);
    }
    memory_free(memory, call->properties, call->count * sizeof *call->properties);
}

/* --- results --- */

/* Sets the reason of the result, or else the reason why its search ended. */
static void explain(const struct checking_call *call, const struct check_result *found, struct error *error) {
    *error = found->why;
    if (found->why.code == ERROR_NONE && found->verdict == VERDICT_UNDECIDED &&
        found->search != CHECK_NO_SEARCH) {
        const struct check_search *search = &call->check->searches[found->search];
        library_explain(call->network->context, search->result.outcome, search->result.states,
                        search->effort.memory_limit, error);
    }
}

static void tell_result(struct checking_call *call, uint32_t index, heddle_result_callback callback,
                        void *user) {
    const struct check_result *found = &call->check->results[index];
    struct library_result result = {.call = call};
    struct error why;
    explain(call, found, &why);
    result.result = (struct heddle_result){
        .property = index,
        .verdict = found->verdict == VERDICT_HOLDS      ? HEDDLE_HOLDS
                   : found->verdict == VERDICT_VIOLATED ? HEDDLE_VIOLATED
                                                        : HEDDLE_UNDECIDED,
        .name = call->properties[index].name,
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

int heddle_check(heddle_network *network, const struct heddle_property *properties, uint32_t count,
                 heddle_result_callback callback, void *user) {
    struct checking_call call = {.network = network, .wanted = properties, .count = count};
    if (network == NULL) {
        return -1;
    }
    if (count == 0 || properties == NULL || callback == NULL) {
        return error_set(&network->context->job.error, ERROR_USAGE,
                         "there is nothing to check, or no callback");
    }
    int failed = run_check(&call);
    for (uint32_t i = 0; i < count && failed == 0; i++) {
        tell_result(&call, i, callback, user);
    }
    end_call(&call);
    return failed;
}

/* --- evidence --- */

int heddle_result_write(const struct heddle_result *result, const char *path) {
    const struct library_result *whole = (const struct library_result *)result;
    if (result == NULL) { /* without a context there is no place for an error */
        return -1;
    }
    struct checking_call *call = whole->call;
    struct error *error = &call->network->context->job.error;
    const struct check_result *found = &call->check->results[result->property];
    const struct property *property = &call->properties[result->property];
    if (path == NULL || (!found->has_trace && found->evidence == NULL)) {
        return error_set(error, ERROR_USAGE, "%.200s: there is no evidence that could be written%s",
                         property->name, path == NULL ? " to no file" : "");
    }
    enum file_format format = file_format_of_output(
        &(struct file_output){"evidence", path, evidence_trace_formats, NULL, -1}, error);
    if (format == FILE_UNKNOWN) {
        return -1;
    }
    const struct evidence_claim claim = {&call->subject, property, found->verdict == VERDICT_HOLDS,
                                         &found->trace, check_formula_strategy(found->evidence)};
    return evidence_write(path, format, &claim, &call->run, error);
}
