/* Checks a piece of evidence by its kind; and what the kinds share: properties and messages. */
#include "checker/verify/verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/trace_follow.h"
#include "checker/verify/verify_internal.h"
#include "model/lts.h"
#include "model/mdp.h"
#include "specs/syntax/label_texts.h"

#define REPORT_UNITS 1024u /* units of work between two reports of progress */

/* Names the pattern, which has no line of its own, in the error of a property that was made of it. */
static int blame_pattern(const struct verifier *verifier, const struct evidence_property *from, int failed) {
    return failed && from->is_pattern
               ? error_prefix(verifier->error, "the pattern %.200s of the evidence: ", from->text)
               : failed;
}

/* Adds to the monitor's name the error states that only the evidence names: with other error states it
 * would be another property, and its file may have changed. */
static int name_error_states(const struct verifier *verifier, struct property *property) {
    const char *path = monitor_path(property->monitor);
    const uint32_t *targets;
    uint32_t count, said = 0;
    const uint32_t *errors = monitor_errors(property->monitor, &count);
    char text[VERIFY_MOST_SAID * 12 + 32] = "";
    for (uint32_t k = 0; k < count && said <= VERIFY_MOST_SAID; k++) {
        if (monitor_moves(property->monitor, errors[k], MONITOR_ERROR_LABEL, strlen(MONITOR_ERROR_LABEL),
                          &targets) == 0) {
            char number[16];
            snprintf(number, sizeof number, "%u", errors[k]);
            strcat(text, said == 0 ? " (error state " : ", ");
            strcat(text, said < VERIFY_MOST_SAID ? number : "..");
            said++;
        }
    }
    if (said == 0) {
        return 0;
    }
    return property_set_name(property, verifier->run, verifier->error, "monitor%s) %s", text, path);
}

static int make_of_labels(const struct verifier *verifier, const struct property_maker *maker,
                          const struct evidence_property *from, struct property *property) {
    int failed = property_begin_parts(maker, from->kind, from->part_count, property);
    for (uint32_t k = 0; k < from->part_count && !failed; k++) {
        const struct evidence_property *part = &from->parts[k];
        failed = blame_pattern(verifier, part,
                               property_make_part(maker, part->text, part->is_pattern, &property->parts[k]));
    }
    return failed ? -1 : property_name_parts(maker, property);
}

int verify_expand(const struct verifier *verifier, const struct property *property) {
    struct memory *memory = verifier->run->memory;
    const struct mdp *mdp = verifier->input->mdp;
    if (property->formula == NULL || !formula_may_have_data(property->formula)) {
        return 0;
    }
    uint32_t count = verifier->walker != NULL ? walker_label_count(verifier->walker) : mdp->label_count;
    struct label_texts labels;
    struct label_arrays arrays;
    if (label_texts_open(count, memory, &labels, &arrays, verifier->error) != 0) {
        return verify_memory(verifier);
    }
    for (uint32_t k = 0; k < count; k++) {
        label_arrays_put(&arrays, k,
                         verifier->walker != NULL ? walker_label(verifier->walker, k) : mdp->label_text[k]);
    }
    const int failed = property_expand(property, &labels, verifier->run, verifier->error);
    label_texts_free(&labels, memory);
    return failed;
}

/* Makes what the property assumes: one property of the evidence may. */
static int assume(struct verifier *verifier, const struct evidence_property *from,
                  struct property_maker *maker) {
    struct fairness *fairness = &verifier->fairness;
    if (from->fair_processes == FAIRNESS_NONE && from->fair_labels == NULL) {
        return 0;
    }
    fairness_free(fairness, verifier->run);
    fairness->processes = (enum fairness_strength)from->fair_processes;
    maker->fairness = fairness;
    return from->fair_labels == NULL ? 0
           : fairness_read(maker, from->fair_labels, fairness) != 0
               ? error_prefix(verifier->error, "fair_labels: ")
               : 0;
}

static int make_of_kind(const struct verifier *verifier, const struct property_maker *maker,
                        const struct evidence_property *from, struct property *property) {
    switch (property_row(from->kind)->takes) {
    case PROPERTY_TAKES_LABEL:
        return blame_pattern(
            verifier, from,
            property_make_of_label(maker, from->kind, from->text, from->is_pattern, property));
    case PROPERTY_TAKES_LABELS:
        return make_of_labels(verifier, maker, from, property);
    case PROPERTY_TAKES_MONITOR:
        return property_make(maker, from->kind, from->text, property) != 0
                   ? -1
                   : name_error_states(verifier, property);
    default:
        return property_make(maker, from->kind, from->text, property) != 0
                   ? -1
                   : verify_expand(verifier, property);
    }
}

static int make_property(struct verifier *verifier, const struct evidence_property *from,
                         struct property *property) {
    struct error warning;
    struct property_maker maker = {.tree = verifier->input->tree,
                                   .run = verifier->run,
                                   .error = verifier->error,
                                   .dialect = from->dialect,
                                   .warning = &warning,
                                   .error_states = from->error_states,
                                   .error_state_count = from->error_state_count,
                                   .meaning = from->meaning,
                                   .meaning_count = from->meaning_count};
    if (property_is_of_schedulers(from->kind) || assume(verifier, from, &maker) != 0) {
        return -1; /* the evidence of schedulers has a goal, not a property */
    }
    const int failed = make_of_kind(verifier, &maker, from, property);
    property_assume(&maker, property);
    return failed;
}

/* Adds a name to the names of the verification. */
static int add_name(struct verifier *verifier, const struct property *property) {
    struct text_buffer *names = &verifier->verification->properties;
    struct memory *memory = verifier->run->memory;
    return (names->length > 0 && text_buffer_add(memory, names, ", ") != 0) ||
                   text_buffer_add(memory, names, property->name) != 0
               ? error_memory(verifier->error, "for the properties")
               : 0;
}

static int make_properties(struct verifier *verifier) {
    uint32_t count = verifier->evidence->property_count;
    if (verifier->evidence->second != NULL) { /* these are labels to hide */
        return verify_add_claim(verifier->evidence, 0, verifier->run->memory,
                                &verifier->verification->properties) == 0
                   ? 0
                   : error_memory(verifier->error, "for the properties");
    }
    verifier->properties =
        memory_allocate_zeroed(verifier->run->memory, count * sizeof *verifier->properties);
    if (verifier->properties == NULL) {
        return error_memory(verifier->error, "for the properties");
    }
    verifier->property_count = count;
    for (uint32_t k = 0; k < count; k++) {
        if (make_property(verifier, &verifier->evidence->properties[k], &verifier->properties[k]) != 0 ||
            add_name(verifier, &verifier->properties[k]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- all kinds --- */

int verify_same_components(const struct evidence *evidence, const walker *walker, struct error *error) {
    uint32_t count = walker_components(walker);
    int variables = walker_has_variables(walker);
    if (evidence->component_count != count) {
        error_set(error, ERROR_INPUT, "the evidence has %u %s, the %s has %u", evidence->component_count,
                  variables ? "variables" : "processes", variables ? "model" : "network", count);
        return 0;
    }
    for (uint32_t k = 0; k < count; k++) {
        const char *name = walker_name(walker, k);
        if (strcmp(name, evidence->components[k]) != 0) {
            error_set(error, ERROR_INPUT, "%s %u is '%.200s' in the evidence and '%.200s' in the %s",
                      variables ? "variable" : "process", k + 1, evidence->components[k], name,
                      variables ? "model" : "network");
            return 0;
        }
    }
    return 1;
}

/* Prepares the walker and the properties of a network. */
static int open_network(struct verifier *verifier) {
    verifier->walker = language_walk(verifier->input->tree, verifier->run, verifier->error);
    if (verifier->walker == NULL || make_properties(verifier) != 0) {
        return -1;
    }
    int holds = verify_same_components(verifier->evidence, verifier->walker, verifier->error)
                    ? evidence_local_states(verifier->evidence, verifier->walker, verifier->run,
                                            &verifier->states, verifier->error)
                    : 0;
    if (verifier->states != NULL) {
        verifier->localised = *verifier->evidence;
        verifier->localised.values = NULL;
        verifier->localised.trace.states = verifier->states;
        verifier->evidence = &verifier->localised;
    }
    return holds == 0 ? verify_say(verifier, "%s", verifier->error->text) : holds;
}

static int end_check(struct verifier *verifier, int holds) {
    for (uint32_t k = 0; k < verifier->property_count; k++) {
        property_free(&verifier->properties[k], verifier->run);
    }
    memory_free(verifier->run->memory, verifier->properties,
                verifier->property_count * sizeof *verifier->properties);
    if (verifier->states != NULL) {
        const struct trace *trace = &verifier->evidence->trace;
        memory_free(verifier->run->memory, verifier->states,
                    (trace->steps + 1) * trace->components * sizeof *verifier->states);
    }
    fairness_free(&verifier->fairness, verifier->run);
    walker_free(verifier->walker);
    verifier->verification->confirmed = holds == 1;
    return holds < 0 ? -1 : 0;
}

int verify_evidence(evidence_reader *reader, const struct evidence *evidence,
                    const struct verify_input *input, const struct run *run,
                    struct verification *verification, struct error *error) {
    static int (*const checks[EVIDENCE_KINDS])(struct verifier * verifier) = {
        [EVIDENCE_TRACE] = verify_trace,
        [EVIDENCE_CERTIFICATE] = verify_certificate,
        [EVIDENCE_SCC] = verify_decomposition,
        [EVIDENCE_MEC] = verify_decomposition,
        [EVIDENCE_SCHEDULER] = verify_decomposition,
        [EVIDENCE_PARITY] = verify_formula,
        [EVIDENCE_COMPARISON] = verify_comparison,
        [EVIDENCE_DIFFERENCE] = verify_difference,
    };
    struct verifier verifier = {.run = run,
                                .evidence = evidence,
                                .reader = reader,
                                .input = input,
                                .verification = verification,
                                .error = error};
    *verification = (struct verification){0};
    int holds = input->tree != NULL                                           ? open_network(&verifier)
                : evidence->second != NULL && make_properties(&verifier) != 0 ? -1
                                                                              : 1;
    if (holds == 1) {
        holds = evidence->has_strategy ? verify_formula(&verifier) : checks[evidence->kind](&verifier);
    }
    if (holds == 1 && evidence->has_path) {
        holds = verify_local(&verifier);
    }
    return end_check(&verifier, holds);
}

int verify_labels(const struct trace_labels *labels, const struct property *property, language_tree *tree,
                  const struct run *run, struct verification *verification, struct error *error) {
    struct verify_input input = {.tree = tree};
    struct verifier verifier = {.run = run, .input = &input, .verification = verification, .error = error};
    *verification = (struct verification){0};
    verifier.walker = language_walk(tree, run, error);
    int holds = verifier.walker == NULL || (property != NULL && (verify_expand(&verifier, property) != 0 ||
                                                                 add_name(&verifier, property) != 0))
                    ? -1
                    : verify_path(&verifier, property, labels->labels, labels->count);
    return end_check(&verifier, holds);
}

void verification_free(struct verification *verification, const struct run *run) {
    text_buffer_free(run->memory, &verification->properties);
}

/* --- shared by the kinds --- */

uint32_t verify_monitor_moves_on(const monitor *monitor, const uint32_t *state, uint32_t label,
                                 const uint32_t **targets) {
    uint32_t count = monitor_moves_on(monitor, *state, label, targets);
    if (count == 0) {
        *targets = state;
    }
    return count == 0 ? 1 : count;
}

uint32_t verify_monitor_moves(const monitor *monitor, const uint32_t *state, const char *label,
                              const uint32_t **targets) {
    return verify_monitor_moves_on(monitor, state, monitor_find_label(monitor, label, strlen(label)),
                                   targets);
}

int verify_stopped(const struct verifier *verifier, const char *phase, uint64_t done, uint64_t total,
                   const char *unit) {
    if (done % REPORT_UNITS != 0) {
        return 0;
    }
    if (run_should_stop(verifier->run)) {
        return error_set(verifier->error, ERROR_INTERRUPTED, "interrupted");
    }
    run_tell(verifier->run, phase, done, total, unit);
    return 0;
}

int verify_memory(const struct verifier *verifier) {
    return error_memory(verifier->error, "to check the evidence");
}

int verify_in_range(struct verifier *verifier, const uint32_t *state) {
    for (uint32_t k = 0; k < walker_components(verifier->walker); k++) {
        uint64_t states = walker_local_states(verifier->walker, k);
        if (state[k] >= states && walker_has_variables(verifier->walker)) {
            return verify_say(verifier, "%.200s has %llu values, and the evidence number %u of them, from 0",
                              walker_name(verifier->walker, k), (unsigned long long)states, state[k]);
        }
        if (state[k] >= states) {
            return verify_say(verifier, "%.200s has no state %u: its states are 0 to %llu",
                              walker_name(verifier->walker, k), state[k], (unsigned long long)states - 1);
        }
    }
    return 1;
}

int verify_say(struct verifier *verifier, const char *format, ...) {
    char *reason = verifier->verification->reason;
    size_t used = strlen(reason);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason + used, VERIFICATION_REASON - used, format, arguments);
    va_end(arguments);
    return 0;
}

void verify_say_state(struct verifier *verifier, const uint32_t *state) {
    const walker *walker = verifier->walker;
    uint32_t count = walker_components(walker);
    const char *between = walker_has_variables(walker) ? "=" : " ";
    char text[WALKER_STATE_TEXT];
    verify_say(verifier, "(");
    for (uint32_t k = 0; k < count && k < VERIFY_MOST_SAID; k++) {
        verify_say(verifier, "%s%.60s%s%s", k == 0 ? "" : ", ", walker_name(walker, k), between,
                   walker_state_text(walker, k, state[k], text));
    }
    verify_say(verifier, count > VERIFY_MOST_SAID ? ", ...)" : ")");
}

void verify_say_line(struct verifier *verifier) {
    verify_say(verifier, " (line %llu)", (unsigned long long)evidence_line(verifier->reader));
}
