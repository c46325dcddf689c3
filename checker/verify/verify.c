/* Shared by all checks of evidence: names, properties, and messages. */
#include "checker/verify/verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_internal.h"
#include "explorer/model/lts.h"

#define MOST_SAID 20 /* most processes of a state, and labels, in a message */

int verify_begin(struct verifier *verifier, language_tree *tree) {
    verifier->semantics = language_walk(tree, verifier->run, verifier->error);
    return verifier->semantics == NULL ? -1 : 0;
}

/* Makes a property of a label or pattern; an error names the pattern, which has no line of its own. */
static int make_of_label(struct verifier *verifier, language_tree *tree, const struct evidence_property *from,
                         enum property_kind kind, struct property *property) {
    struct error reason;
    struct property_maker maker = {.tree = tree, .run = verifier->run, .error = &reason};
    if (property_make_of_label(&maker, kind, from->text, from->is_pattern, property) == 0) {
        return 0;
    }
    if (!from->is_pattern) {
        *verifier->error = reason;
        return -1;
    }
    return error_set(verifier->error, reason.code, "the pattern %.200s of the evidence: %.700s", from->text,
                     reason.text);
}

/* Adds to the monitor's name the error states that only the evidence names: with other error states it
 * would be another property, and its file may have changed. */
static int name_error_states(struct verifier *verifier, struct property *property) {
    const char *path = monitor_path(property->monitor);
    const uint32_t *targets;
    uint32_t count, said = 0;
    const uint32_t *errors = monitor_errors(property->monitor, &count);
    char text[MOST_SAID * 12 + 32] = "";
    for (uint32_t k = 0; k < count && said <= MOST_SAID; k++) {
        if (monitor_moves(property->monitor, errors[k], MONITOR_ERROR_LABEL, strlen(MONITOR_ERROR_LABEL),
                          &targets) == 0) {
            char number[16];
            snprintf(number, sizeof number, "%u", errors[k]);
            strcat(text, said == 0 ? " (error state " : ", ");
            strcat(text, said < MOST_SAID ? number : "..");
            said++;
        }
    }
    if (said == 0) {
        return 0;
    }
    return property_set_name(property, verifier->run, verifier->error, "monitor%s) %s", text, path);
}

/* Makes the parts of a fair cycle, one per label. */
static int make_parts(struct verifier *verifier, const struct property_maker *maker,
                      const struct evidence_property *from, struct property *property) {
    if (property_begin_fair_cycle(maker, from->part_count, property) != 0) {
        return -1;
    }
    for (uint32_t k = 0; k < from->part_count; k++) {
        if (make_of_label(verifier, maker->tree, &from->parts[k], PROPERTY_NEVER, &property->parts[k]) != 0) {
            return -1;
        }
    }
    return property_name_fair_cycle(maker, property);
}

static int make_property(struct verifier *verifier, const struct evidence_property *from, language_tree *tree,
                         struct property *property) {
    struct error warning;
    struct property_maker maker = {.tree = tree,
                                   .run = verifier->run,
                                   .error = verifier->error,
                                   .dialect = from->dialect,
                                   .warning = &warning,
                                   .error_states = from->error_states,
                                   .error_state_count = from->error_state_count};
    switch (from->kind) {
    case PROPERTY_NEVER:
    case PROPERTY_STARVATION:
        return make_of_label(verifier, tree, from, from->kind, property);
    case PROPERTY_FAIR_CYCLE:
        return make_parts(verifier, &maker, from, property);
    case PROPERTY_MONITOR:
        return property_make(&maker, from->kind, from->text, property) != 0
                   ? -1
                   : name_error_states(verifier, property);
    case PROPERTY_ALMOST_SURELY: /* evidence of schedulers has a goal, not a property */
    case PROPERTY_ALMOST_SURELY_REPEATEDLY:
        return -1;
    default:
        return property_make(&maker, from->kind, from->text, property);
    }
}

int verify_name_property(struct verifier *verifier, const struct property *property) {
    struct text_buffer *names = &verifier->verification->properties;
    struct memory *memory = verifier->run->memory;
    if ((names->length > 0 && text_buffer_add(memory, names, ", ") != 0) ||
        text_buffer_add(memory, names, property->name) != 0) {
        return error_memory(verifier->error, "for the properties");
    }
    return 0;
}

void verification_free(struct verification *verification, const struct run *run) {
    text_buffer_free(run->memory, &verification->properties);
}

int verify_make_properties(struct verifier *verifier, const struct evidence *evidence, language_tree *tree) {
    uint64_t count = evidence->property_count;
    verifier->properties =
        memory_allocate_zeroed(verifier->run->memory, count * sizeof *verifier->properties);
    if (verifier->properties == NULL) {
        return error_memory(verifier->error, "for the properties");
    }
    verifier->property_count = evidence->property_count;
    for (uint32_t k = 0; k < count; k++) {
        if (make_property(verifier, &evidence->properties[k], tree, &verifier->properties[k]) != 0 ||
            verify_name_property(verifier, &verifier->properties[k]) != 0) {
            return -1;
        }
    }
    return 0;
}

void verify_end(struct verifier *verifier) {
    for (uint32_t k = 0; k < verifier->property_count; k++) {
        property_free(&verifier->properties[k], verifier->run);
    }
    memory_free(verifier->run->memory, verifier->properties,
                verifier->property_count * sizeof *verifier->properties);
    semantics_free(verifier->semantics);
}

/* --- names --- */

int verify_same_components(const struct evidence *evidence, const semantics *semantics, struct error *error) {
    uint32_t count = semantics_components(semantics);
    if (evidence->component_count != count) {
        error_set(error, ERROR_INPUT, "the evidence has %u processes, the network has %u",
                  evidence->component_count, count);
        return 0;
    }
    for (uint32_t k = 0; k < count; k++) {
        const char *name = semantics_name(semantics, k);
        if (strcmp(name, evidence->components[k]) != 0) {
            error_set(error, ERROR_INPUT,
                      "process %u is '%.200s' in the evidence and '%.200s' in the network", k + 1,
                      evidence->components[k], name);
            return 0;
        }
    }
    return 1;
}

int verify_components(struct verifier *verifier, const struct evidence *evidence) {
    int same = verify_same_components(evidence, verifier->semantics, verifier->error);
    if (same == 0) {
        verify_say(verifier, "%s", verifier->error->text);
    }
    return same;
}

int verify_in_range(struct verifier *verifier, const uint32_t *state) {
    for (uint32_t k = 0; k < semantics_components(verifier->semantics); k++) {
        const struct lts *lts = semantics_lts(verifier->semantics, k);
        if (state[k] >= lts->states) {
            verify_say(verifier, "%.200s has no state %u: its states are 0 to %u",
                       semantics_name(verifier->semantics, k), state[k], lts->states - 1);
            return 0;
        }
    }
    return 1;
}

/* --- the reason --- */

void verify_say(struct verifier *verifier, const char *format, ...) {
    char *reason = verifier->verification->reason;
    size_t used = strlen(reason);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason + used, VERIFICATION_REASON - used, format, arguments);
    va_end(arguments);
}

void verify_say_state(struct verifier *verifier, const uint32_t *state) {
    uint32_t count = semantics_components(verifier->semantics);
    verify_say(verifier, "(");
    for (uint32_t k = 0; k < count && k < MOST_SAID; k++) {
        verify_say(verifier, "%s%.60s %u", k == 0 ? "" : ", ", semantics_name(verifier->semantics, k),
                   state[k]);
    }
    verify_say(verifier, count > MOST_SAID ? ", ...)" : ")");
}

void verify_say_labels(struct verifier *verifier, const struct semantics_transition *transitions,
                       uint64_t count) {
    uint64_t distinct = 0;
    for (uint64_t t = 0; t < count; t++) {
        if (t == 0 || transitions[t].label != transitions[t - 1].label) {
            if (distinct < MOST_SAID) {
                verify_say(verifier, "%s\"%.60s\"", distinct == 0 ? "" : ", ", transitions[t].label);
            }
            distinct++;
        }
    }
    if (distinct > MOST_SAID) {
        verify_say(verifier, " and %llu other labels", (unsigned long long)(distinct - MOST_SAID));
    }
    if (count == 0) {
        verify_say(verifier, "nothing");
    }
}

/* --- traces --- */

void verify_report_step(const struct run *run, uint64_t done, uint64_t total) {
    if (done % 1024 == 0) {
        run_tell(run, "verifying", done, total, "steps");
    }
}

int verify_ends_in_deadlock(struct verifier *verifier, const uint32_t *state) {
    const struct semantics_transition *transitions;
    uint64_t count;
    if (semantics_transitions(verifier->semantics, state, &transitions, &count, verifier->error) != 0) {
        return -1;
    }
    if (count > 0) {
        verify_say(verifier, "the trace does not end in a deadlock: in ");
        verify_say_state(verifier, state);
        verify_say(verifier, " the network can do ");
        verify_say_labels(verifier, transitions, count);
    }
    return count == 0;
}

int verify_ends_with_label(struct verifier *verifier, const struct property *property, const char *label) {
    int forbidden = label == NULL ? 0 : property_matches(property, label, strlen(label), verifier->error);
    if (forbidden == 0) {
        verify_say(verifier,
                   label == NULL ? "the trace has no steps, so no step has such a label: %.300s%s"
                                 : "%.300s is not violated: the last label is \"%.200s\"",
                   property->name, label == NULL ? "" : label);
    }
    return forbidden;
}

static void say_confirmed(struct verifier *verifier, const struct property *property, int shows_holding) {
    unsigned long long steps = verifier->verification->steps;
    const char *plural = steps == 1 ? "" : "s";
    verifier->verification->reason[0] = '\0';
    if (property == NULL) {
        verify_say(verifier, "the network has this path of %llu step%s", steps, plural);
    } else {
        verify_say(verifier, "the network has this path of %llu step%s, which %s: %.300s", steps, plural,
                   shows_holding ? "shows that it holds" : "violates", property->name);
    }
}

int verify_conclude(struct verifier *verifier, const struct property *property, int shows_holding,
                    int holds) {
    if (holds > 0) {
        say_confirmed(verifier, property, shows_holding);
    }
    verifier->verification->confirmed = holds > 0;
    return holds < 0 ? -1 : 0;
}
