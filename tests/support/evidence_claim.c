/* Asks the command whether claims of evidence hold. */
#include "tests/support/evidence_claim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker/property/fairness.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#define MOST_WORDS 60u
#define MOST_ANSWERS 400u /* that are kept */

/* A command to be run. */
struct question {
    char *words[MOST_WORDS + 1]; /* NULL after the last one */
    unsigned count;
    int cannot; /* it cannot be asked */
};

static char *last_asked;

const char *evidence_claim_asked(void) {
    return last_asked == NULL ? "nothing" : last_asked;
}

static void ask(struct question *question, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a word. */
static void ask(struct question *question, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (question->count < MOST_WORDS) {
        if (vasprintf(&question->words[question->count], format, arguments) < 0) {
            abort();
        }
        question->words[++question->count] = NULL;
    } else {
        question->cannot = 1;
    }
    va_end(arguments);
}

static void forget(struct question *question) {
    for (unsigned k = 0; k < question->count; k++) {
        free(question->words[k]);
    }
}

/* The words, with line ends between them; the caller frees them. */
static char *joined(const struct question *question) {
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    for (unsigned k = 0; k < question->count; k++) {
        fprintf(test_present(stream), "%s\n", question->words[k]);
    }
    fclose(stream);
    return test_present(text);
}

/* --- what is asked --- */

/* How the input is read. */
static void ask_reading(struct question *question, const struct evidence *evidence) {
    const struct exp_options *options = &evidence->options;
    if (options->ignore_case) {
        ask(question, "--ignore-case");
    }
    if (options->independent) {
        ask(question, "--independent");
    }
    if (options->regex_extended) {
        ask(question, "--regex=extended");
    }
    for (uint32_t k = 0; k < options->internal_count; k++) {
        ask(question, "--internal=%s", options->internal[k]);
    }
    for (uint64_t k = 0; k < evidence->definitions.list.count; k++) {
        const struct definition *one = &evidence->definitions.list.data[k];
        ask(question, "--const=%s=%s", one->name, one->value);
    }
}

/* Asks about a label or pattern, or in a list of them. */
static void ask_label(struct question *question, const char *option, const char *text, int is_pattern) {
    question->cannot |= strpbrk(text, ",'\" ") != NULL || text[0] == '\0';
    ask(question, is_pattern ? "%s'%s'" : "%s%s", option, text);
}

/* A list of labels and patterns after an option. */
static void ask_labels(struct question *question, const char *option, const struct evidence_property *labels,
                       uint32_t count) {
    question->cannot |= count == 0;
    char *list = text_repeated(option, "", 0, "");
    for (uint32_t k = 0; k < count; k++) {
        struct question one = {.count = 0};
        ask_label(&one, k == 0 ? "" : ",", labels[k].text, labels[k].is_pattern);
        char *longer = text_repeated(list, one.words[0], 1, "");
        question->cannot |= one.cannot;
        forget(&one);
        free(list);
        list = longer;
    }
    ask(question, "%s", list);
    free(list);
}

/* What is assumed of runs. */
static void ask_fairness(struct question *question, const struct evidence_property *property) {
    if (property->fair_processes != FAIRNESS_NONE) {
        ask(question, "--fairness=%s", fairness_names[property->fair_processes]);
    }
    if (property->fair_labels != NULL) {
        ask(question, "--fair-labels=%s", property->fair_labels);
    }
}

static void ask_property(struct question *question, const struct evidence_property *property) {
    ask_fairness(question, property);
    switch (property->kind) {
    case PROPERTY_DEADLOCK:
        ask(question, "--deadlock");
        break;
    case PROPERTY_LIVELOCK:
        ask(question, "--livelock");
        break;
    case PROPERTY_NEVER:
        ask_label(question, "--never=", property->text, property->is_pattern);
        break;
    case PROPERTY_STARVATION:
        ask_label(question, "--starvation=", property->text, property->is_pattern);
        break;
    case PROPERTY_NEVER_CYCLE:
        ask_labels(question, "--never-cycle=", property->parts, property->part_count);
        break;
    case PROPERTY_MONITOR:
        ask(question, "--monitor=%s", property->text);
        for (uint64_t k = 0; k < property->error_state_count; k++) {
            ask(question, "--error-state=%llu", (unsigned long long)property->error_states[k]);
        }
        break;
    case PROPERTY_AUTOMATON:
    case PROPERTY_AUTOMATON_PROPERTY:
        ask(question, property->kind == PROPERTY_AUTOMATON ? "--automaton=%s" : "--automaton-property=%s",
            property->text);
        for (uint32_t k = 0; k < property->meaning_count; k++) {
            ask(question, "--ap=%s", property->meaning[k]);
        }
        break;
    case PROPERTY_LTL:
        ask(question, "--ltl=%s", property->text);
        break;
    case PROPERTY_CTL:
        ask(question, "--ctl=%s", property->text);
        break;
    case PROPERTY_FORMULA:
        ask(question, "--formula=%s", property->text);
        ask(question, property->dialect == FORMULA_DIALECT_MCF ? "--dialect=mcf" : "--dialect=mcl");
        break;
    default:
        question->cannot = 1;
    }
}

static void ask_goal(struct question *question, const struct evidence *evidence) {
    const struct evidence_goal *goal = &evidence->goal;
    ask_label(question, goal->repeatedly ? "--almost-surely-repeatedly=" : "--almost-surely=", goal->text,
              goal->is_pattern);
    if (goal->is_state_label) {
        question->cannot = goal->text[0] == '\0'; /* these have no quotes */
        ask(question, "--state-label");
    }
}

static void ask_relation(struct question *question, const struct evidence *evidence) {
    struct question first = {.count = 0}, second = {.count = 0};
    ask(question, evidence->relation < RELATION_FIRST_PREORDER ? "--equivalence=%s" : "--preorder=%s",
        evidence_relation_name(evidence->relation));
    if (evidence->hides && (evidence->hides_others || evidence->property_count > 0)) {
        ask_labels(question, evidence->hides_others ? "--hide-all-but=" : "--hide=", evidence->properties,
                   evidence->property_count);
    }
    ask_reading(&first, evidence);
    ask_reading(&second, evidence->second);
    char *one = joined(&first), *two = joined(&second);
    question->cannot |= strcmp(one, two) != 0; /* the command reads both alike */
    free(one);
    free(two);
    forget(&first);
    forget(&second);
}

/* The command without inputs; kinds of evidence without a property cannot be asked about. */
static void ask_command(struct question *question, const struct evidence *evidence) {
    static const char *const commands[EVIDENCE_KINDS] = {[EVIDENCE_SCC] = "scc",
                                                         [EVIDENCE_MEC] = "mec",
                                                         [EVIDENCE_COMPARISON] = "compare",
                                                         [EVIDENCE_DIFFERENCE] = "compare"};
    const char *command = commands[evidence->kind];
    ask(question, "%s", getenv("HEDDLE"));
    ask(question, "%s", command == NULL ? "check" : command);
    ask(question, "--quiet");
    ask(question, "--json");
    ask(question, "--threads=1");
    ask_reading(question, evidence);
    if ((evidence->kind == EVIDENCE_MEC || evidence->kind == EVIDENCE_SCHEDULER) &&
        !evidence->maximal_progress) {
        ask(question, "--no-maximal-progress");
    }
    if (evidence->label_file != NULL && evidence->kind != EVIDENCE_SCC) {
        ask(question, "--labels=%s", evidence->label_file);
    }
    if (evidence->second != NULL) {
        ask_relation(question, evidence);
    } else if (evidence->kind == EVIDENCE_SCHEDULER) {
        ask_goal(question, evidence);
    } else if (command == NULL) {
        question->cannot |= evidence->property_count == 0;
        for (uint32_t k = 0; k < evidence->property_count; k++) {
            ask_property(question, &evidence->properties[k]);
        }
    }
    ask(question, "--");
    ask(question, "%s", evidence->network);
    if (evidence->second != NULL) {
        ask(question, "%s", evidence->second->network);
    }
}

/* --- what is found --- */

/* What the command prints, and its exit status as `exit`. */
static json_t *answer(const struct question *question, json_t *known) {
    char out[PATH_BYTES], err[PATH_BYTES];
    struct process process;
    json_t *found = json_object_get(known, last_asked);
    if (found == NULL) {
        command_path("asked.out", out);
        command_path("asked.err", err);
        process_finish(process_start((const char *const *)question->words, out, err), out, err, &process);
        found = json_loads(process.out, 0, NULL);
        found = found == NULL ? json_object() : found;
        json_object_set_new(found, "exit", json_integer(process.code));
        process_free(&process);
        if (json_object_size(known) >= MOST_ANSWERS) {
            json_object_clear(known);
        }
        json_object_set_new(known, last_asked, found);
    }
    return found;
}

/* The verdict on all properties that were asked about. */
static int all_have(const json_t *found, const char *verdict) {
    const json_t *properties = json_object_get(found, "properties");
    int same = json_array_size(properties) > 0;
    for (size_t k = 0; k < json_array_size(properties); k++) {
        same &= strcmp(command_text(json_array_get(properties, k), "verdict"), verdict) == 0;
    }
    return same;
}

static int same_counts(const json_t *found, const struct verified_counts *counts) {
    return command_number(found, "components") == counts->components &&
           command_number(found, "trivial") == counts->trivial &&
           command_number(found, "bottom") == counts->bottom &&
           command_number(found, "largest") == counts->largest;
}

static int is_found(const struct evidence *evidence, const struct verification *verification,
                    const json_t *found) {
    const json_int_t exit = json_integer_value(json_object_get(found, "exit"));
    switch (evidence->kind) {
    case EVIDENCE_CERTIFICATE:
        return all_have(found, "holds");
    case EVIDENCE_SCC:
    case EVIDENCE_MEC:
        return same_counts(found, &verification->counts);
    case EVIDENCE_SCHEDULER:
        return all_have(found, verification->counts.initial ? "holds" : "violated");
    case EVIDENCE_COMPARISON:
        return exit == 0;
    case EVIDENCE_DIFFERENCE:
        return exit == 1;
    default:
        return all_have(found, evidence->holds ? "holds" : "violated");
    }
}

int evidence_claim_holds(const struct evidence *evidence, const struct verification *verification,
                         json_t *known) {
    struct question question = {.count = 0};
    ask_command(&question, evidence);
    free(last_asked);
    last_asked = joined(&question);
    const int holds = question.cannot ? -1 : is_found(evidence, verification, answer(&question, known));
    forget(&question);
    return holds;
}
