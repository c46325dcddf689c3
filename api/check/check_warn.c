/* Warnings of `heddle check`, with a guess of what the user meant. */
#include "api/check/check_warn.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text/spelling.h"
#include "checker/label_origin.h"
#include "decompose/mdp/mdp_labels.h"
#include "model/lts.h"
#include "model/mdp.h"
#include "explorer/model/network.h"

#define MOST_NAMED 5u    /* most labels in one warning */
#define MOST_GUESSED 20u /* most labels of a monitor that are compared with all labels of the network */

/* Whether some transition may have the label. The network's labels are sorted. */
static int has_label(const struct network *network, const char *text) {
    uint32_t begin = 0, end = network->label_count;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        if (strcmp(network->labels[middle].text, text) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin < network->label_count && strcmp(network->labels[begin].text, text) == 0;
}

/* A label that differs only in case, or NULL. */
static const char *other_case(const struct network *network, const char *text) {
    const char *other = NULL;
    for (uint32_t i = 0; i < network->label_count; i++) {
        if (strcasecmp(network->labels[i].text, text) == 0) {
            other = network->labels[i].text;
        }
    }
    return other;
}

void check_warn_lacks_memory(const struct label_warner *warner) {
    job_lack_memory(warner->job, "for all warnings");
}

int check_warn_forgive(const struct label_warner *warner, const struct error *error) {
    if (error->code == ERROR_MEMORY) {
        check_warn_lacks_memory(warner);
    }
    return -1;
}

static void add_absent(const struct label_warner *warner, const char *text, int is_pattern, char *guess) {
    const struct absent_label label = {.text = text, .is_pattern = is_pattern, .guess = guess};
    if (absent_labels_add(warner->absent, &warner->job->memory, &label) != 0) {
        check_warn_lacks_memory(warner);
    }
}

/* 1, 0, or -1 if that cannot be known, which the check reports if it needs to know. */
static int matches_any(const struct label_warner *warner, const struct property *property,
                       const struct network *network) {
    struct error error;
    int matches = 0;
    for (uint32_t i = 0; i < network->label_count && matches == 0; i++) {
        if (run_stops_at(&warner->job->run, i + 1, 4096)) {
            return -1;
        }
        matches = property_matches(property, network->labels[i].text, network->labels[i].length, &error);
    }
    return matches < 0 ? check_warn_forgive(warner, &error) : matches;
}

/* A label whose gate is the text, in any case if `folded`; or NULL. */
static const struct network_label *label_of_gate(const struct network *network, const char *text,
                                                 int folded) {
    size_t length = strlen(text);
    for (uint32_t i = 0; i < network->label_count; i++) {
        const struct network_label *label = &network->labels[i];
        if (label_text_gate_length(label->text, label->length) == length &&
            (folded ? strncasecmp(label->text, text, length) : memcmp(label->text, text, length)) == 0) {
            return label;
        }
    }
    return NULL;
}

/* The label with the most similar spelling, of the whole label or of its gate; or NULL. */
static const char *nearest(const struct label_warner *warner, const char *text) {
    const struct network *network = warner->network;
    const char *found = NULL;
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < network->label_count && text[0] != '\0' && text[1] != '\0'; i++) {
        if (run_stops_at(&warner->job->run, i + 1, 4096)) {
            return NULL;
        }
        const struct network_label *label = &network->labels[i];
        char gate[64];
        size_t length = label_text_gate_length(label->text, label->length);
        snprintf(gate, sizeof gate, "%.*s", (int)(length < sizeof gate ? length : 0), label->text);
        uint32_t of_label = spelling_distance(text, label->text), of_gate = spelling_distance(text, gate);
        uint32_t distance = of_label < of_gate ? of_label : of_gate;
        if (distance < best) {
            best = distance;
            found = label->text;
        }
    }
    return found;
}

/* Makes a property of a text, to see what it matches. 0, or -1 if it is no label or pattern, or without
 * memory. */
static int make_property(const struct label_warner *warner, const char *text, int is_pattern,
                         struct property *property) {
    struct error error;
    struct property_maker maker = {.tree = warner->tree, .run = &warner->job->run, .error = &error};
    return property_make_part(&maker, text, is_pattern, property) != 0 ? check_warn_forgive(warner, &error)
                                                                       : 0;
}

/* Whether the text, as a regular expression with `around` before and after it, matches a label. */
static int would_match(const struct label_warner *warner, const char *text, const char *around) {
    struct run *run = &warner->job->run;
    struct property pattern = {0};
    uint64_t bytes = strlen(text) + 2 * strlen(around) + 1;
    char *whole = memory_allocate(run->memory, bytes);
    if (whole == NULL) {
        check_warn_lacks_memory(warner);
        return 0;
    }
    snprintf(whole, bytes, "%s%s%s", around, text, around);
    int matches =
        make_property(warner, whole, 1, &pattern) == 0 && matches_any(warner, &pattern, warner->network) > 0;
    property_free(&pattern, run);
    memory_free(run->memory, whole, bytes);
    return matches;
}

/* Whether the text has a sign that regular expressions have and labels hardly ever. */
static int looks_like_pattern(const char *text) {
    return strpbrk(text, "*[\\^$") != NULL;
}

/* What labels of processes a text names, where the network has none. */
enum origin { ORIGIN_LABEL, ORIGIN_PATTERN, ORIGIN_GATE };

/* Writes what became of such labels. Returns whether there are any. */
static int write_origin(const struct label_warner *warner, const char *text, enum origin origin, char *buffer,
                        size_t size) {
    const struct run *run = &warner->job->run;
    struct property property = {0};
    if (warner->network->component_count == 0) {
        return 0; /* there are no processes, only choices */
    }
    struct label_meant meant = {language_labels(warner->tree), text,
                                origin == ORIGIN_GATE ? NULL : &property};
    int made = origin == ORIGIN_GATE || make_property(warner, text, origin == ORIGIN_PATTERN, &property) == 0;
    int found = made ? label_origin_write(warner->network, &meant, run, buffer, size) : 0;
    if (found < 0) {
        check_warn_lacks_memory(warner);
    }
    property_free(&property, run);
    return found > 0;
}

/* Guesses the label that the user meant by one that does not occur; the buffer has `size` bytes. */
static const char *guess_label(const struct label_warner *warner, const char *label, char *buffer,
                               size_t size) {
    const struct network *network = warner->network;
    const char *other = other_case(network, label), *outer = warner->in_file ? "" : "\"";
    const struct network_label *of_gate = label_of_gate(network, label, 0);
    *buffer = '\0';
    if (other != NULL && strcmp(other, label) == 0) {
        /* an mCRL2 action with the printed name of the internal action: another warning reports that */
    } else if (write_origin(warner, label, ORIGIN_LABEL, buffer, size)) {
        /* a process has it */
    } else if (other != NULL) {
        spelling_hint(buffer, "'", other);
    } else if (of_gate != NULL) {
        snprintf(
            buffer, size,
            "; it is the gate of labels with parameters: the regular expression %s'%.200s.*'%s matches them",
            outer, label, outer);
    } else if (write_origin(warner, label, ORIGIN_GATE, buffer, size)) {
        /* a process has labels of this gate */
    } else if ((of_gate = label_of_gate(network, label, 1)) != NULL) {
        snprintf(buffer, size, "; did you mean '%.200s', or %s'%.*s.*'%s for all labels of this gate?",
                 of_gate->text, outer, (int)strlen(label), of_gate->text, outer);
    } else if (would_match(warner, label, "") || looks_like_pattern(label)) {
        snprintf(buffer, size, "; " PATTERN_NEEDS_QUOTES "%s'%.200s'%s", outer, label, outer);
    } else if ((other = nearest(warner, label)) != NULL) {
        spelling_hint(buffer, "'", other);
    }
    return buffer;
}

/* Whether the text has a sign that is an operator in extended regular expressions alone. */
static int has_extended_sign(const char *text) {
    while (*text != '\0' && strchr("|+?({", *text) == NULL) {
        text += *text == '\\' && text[1] != '\0' ? 2 : 1;
    }
    return *text != '\0';
}

/* Guesses what the user meant by a pattern that matches nothing. */
static const char *guess_pattern(const struct label_warner *warner, const char *text, char *buffer,
                                 size_t size) {
    size_t length = strlen(text);
    const char *before = strncmp(text, ".*", 2) == 0 ? "" : ".*", *outer = warner->in_file ? "" : "\"";
    int is_open =
        length >= 2 && strcmp(text + length - 2, ".*") == 0 && (length == 2 || text[length - 3] != '\\');
    const char *after = is_open ? "" : ".*";
    *buffer = '\0';
    if (write_origin(warner, text, ORIGIN_PATTERN, buffer, size)) {
        /* processes have such labels */
    } else if (would_match(warner, text, ".*")) {
        snprintf(buffer, size, "; a pattern must match the whole label: %s'%s%.200s%s'%s", outer, before,
                 text, after, outer);
    } else if ((warner->tree == NULL || !language_options(warner->tree)->regex_extended) &&
               has_extended_sign(text)) {
        snprintf(buffer, size, "; in basic regular expressions ( ) | + ? { stand for themselves");
    }
    return buffer;
}

void check_warn_label(const struct label_warner *warner, const char *name, const char *text, int is_pattern) {
    char guess[640] = "";
    is_pattern ? guess_pattern(warner, text, guess, sizeof guess)
               : guess_label(warner, text, guess, sizeof guess);
    job_warning(warner->job, "%s: no %s has such a label%s", name,
                warner->network->component_count == 0 ? "choice" : "transition of the network", guess);
    add_absent(warner, text, is_pattern, guess);
}

/* Warns of a label or a pattern that matches nothing. */
static void warn_labels(const struct label_warner *warner, const char *name,
                        const struct property *property) {
    char full[640];
    if (matches_any(warner, property, warner->network) == 0) {
        snprintf(full, sizeof full, "%.400s: '%.200s'", name, property->text);
        check_warn_label(warner, strstr(name, property->text) != NULL ? name : full, property->text,
                         property->pattern != NULL);
    }
}

/* Warns of the labels of a property that has several. */
static void warn_parts(const struct label_warner *warner, const struct property *property) {
    for (uint32_t k = 0; k < property->part_count && !run_should_stop(&warner->job->run); k++) {
        char name[640];
        snprintf(name, sizeof name, "%.400s: '%.200s'", property->name, property->parts[k].text);
        warn_labels(warner, property->part_count == 1 ? property->name : name, &property->parts[k]);
    }
}

/* Guesses the label that is meant by one of a monitor; the buffer has `size` bytes. */
static void guess_monitor_label(const struct label_warner *warner, const char *text, char *buffer,
                                size_t size) {
    const struct network *network = warner->network;
    if (write_origin(warner, text, ORIGIN_LABEL, buffer, size)) {
        return; /* a process has it */
    }
    const char *other = other_case(network, text);
    const int is_gate = label_of_gate(network, text, 0) != NULL;
    if (other == NULL && !is_gate) {
        other = nearest(warner, text);
    }
    if (other != NULL) {
        spelling_hint(buffer, "'", other);
    } else if (is_gate) {
        snprintf(buffer, size, ": it is the gate of labels with parameters");
    }
}

static void warn_monitor(const struct label_warner *warner, const struct property *property) {
    struct job *job = warner->job;
    const struct network *network = warner->network;
    const struct lts *lts = monitor_lts(property->monitor);
    const char *named[MOST_NAMED];
    uint32_t guessed = 0, missing = 0, errors;
    for (uint32_t i = 0; i < lts->label_count && !run_should_stop(&job->run); i++) {
        const char *text = monitor_label(property->monitor, i);
        if (strcasecmp(text, MONITOR_ERROR_LABEL) == 0 || has_label(network, text)) {
            continue;
        }
        char guess[640] = "";
        if (guessed++ < MOST_GUESSED) {
            guess_monitor_label(warner, text, guess, sizeof guess);
        }
        add_absent(warner, text, 0, guess);
        if (*guess != '\0') {
            job_warning(job, "%s: no transition of the network has the label '%s'%s", lts->path, text, guess);
        } else if (missing++ < MOST_NAMED) {
            named[missing - 1] = text;
        }
    }
    if (missing != 0) {
        char text[1024] = "";
        for (uint32_t i = 0; i < missing && i < MOST_NAMED; i++) {
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s'%.120s'", i == 0 ? "" : ", ", named[i]);
        }
        job_warning(job, "%s: no transition of the network has the label%s %s%s", lts->path,
                    missing == 1 ? "" : "s", text, missing > MOST_NAMED ? ", ..." : "");
    }
    monitor_errors(property->monitor, &errors);
    if (errors == 0) {
        job_warning(job,
                    "%s: the monitor has no error state, so it holds: give one an outgoing "
                    "transition labelled exactly ERROR, or name it with --error-state",
                    lts->path);
    }
}

/* Labels of choices as those of a network. */
static struct network_label *labels_of_choices(char *const *names, uint32_t count, struct memory *memory) {
    struct network_label *labels = memory_allocate_array(memory, count, sizeof *labels);
    for (uint32_t i = 0; i < count && labels != NULL; i++) {
        labels[i] = (struct network_label){.text = names[i],
                                           .length = (uint32_t)strlen(names[i]),
                                           .kind = strcmp(names[i], "i") == 0 ? LABEL_INTERNAL : LABEL_PLAIN};
    }
    return labels;
}

/* Warns about properties of schedulers. */
static void warn_choices(const struct label_warner *warner, const struct property *property,
                         const struct network *choices) {
    if (matches_any(warner, property, choices) != 0) {
        return;
    }
    if (matches_any(warner, property, warner->network) > 0) {
        static char guess[] = "; `prob P` and `rate R` are no choices";
        add_absent(warner, property->text, property->pattern != NULL, guess);
        job_warning(warner->job,
                    "%s: no choice has such a label: the label of `L; prob P` and `L; rate "
                    "R` is L, and `prob P` and `rate R` alone have none",
                    property->name);
        return;
    }
    struct label_warner of_choices = *warner;
    of_choices.network = choices;
    warn_labels(&of_choices, property->name, property);
}

/* .. which may be formulas. names: of choices, without probabilities and rates. */
static void warn_of_choices(const struct label_warner *warner, const struct property *property,
                            const char *formula, char *const *names, uint32_t count) {
    struct memory *memory = &warner->job->memory;
    struct network_label *labels = labels_of_choices(names, count, memory);
    const struct network choices = {.labels = labels, .label_count = count};
    struct label_warner of_choices = *warner;
    of_choices.network = &choices;
    if (labels == NULL) {
        check_warn_lacks_memory(warner);
    } else if (property->formula != NULL) {
        check_warn_formula(&of_choices, formula, property);
    } else {
        warn_choices(warner, property, &choices);
    }
    memory_free(memory, labels, count * sizeof *labels);
}

static void warn_schedulers(const struct label_warner *warner, const struct property *property,
                            const char *formula) {
    struct mdp_labels labels;
    struct error error;
    if (mdp_labels_of_network(warner->network, &warner->job->memory, &labels, &error) == 0) {
        warn_of_choices(warner, property, formula, labels.text, labels.text_count);
    } else if (error.code == ERROR_MEMORY) { /* of other errors, the check says what is wrong */
        check_warn_lacks_memory(warner);
    }
    mdp_labels_free(&labels);
}

void check_warn_mdp_formula(const struct label_warner *warner, const struct mdp *mdp,
                            const struct property *property) {
    warn_of_choices(warner, property, property_formula_file(property), mdp->label_text, mdp->label_count);
}

static int is_text_formula(const struct property *property) {
    return property->formula != NULL && property->file == NULL;
}

/* formula: the name of a formula without a file in messages. */
static void warn_property(const struct label_warner *warner, const struct property *property,
                          const char *formula) {
    if (property_is_of_schedulers(property->kind)) {
        if (!property->is_state_label) {
            warn_schedulers(warner, property, formula);
        }
        return;
    }
    switch (property_row(property->kind)->takes) {
    case PROPERTY_TAKES_NOTHING:
        break;
    case PROPERTY_TAKES_LABEL:
        warn_labels(warner, property->name, property);
        break;
    case PROPERTY_TAKES_LABELS:
        warn_parts(warner, property);
        break;
    case PROPERTY_TAKES_MONITOR:
        warn_monitor(warner, property);
        break;
    case PROPERTY_TAKES_AUTOMATON:
    case PROPERTY_TAKES_FORMULA:
        check_warn_formula(warner, formula, property);
        break;
    }
}

/* Runs of models with probabilities, or rates. */
static void warn_weights(const struct label_warner *warner, const struct property *property) {
    if (property_is_of_runs(property->kind) && network_has_chances(warner->network)) {
        job_warning(
            warner->job,
            "%.200s: every branch that is possible counts as a transition, whatever its probability or rate",
            property->name);
    }
}

/* Sets of fair labels without a label: nothing is assumed of them. */
static void warn_fairness(const struct label_warner *warner, const struct fairness *fairness) {
    for (uint64_t i = 0; fairness != NULL && i < fairness->count; i++) {
        const struct property *set = &fairness->labels[i].set;
        if (matches_any(warner, set, warner->network) == 0) {
            job_warning(warner->job,
                        "--fair-labels assumes nothing of \"%.200s\": no transition is ever labelled so",
                        set->text);
        }
    }
}

void check_warn(const struct label_warner *all, const struct property *properties, uint64_t count) {
    /* By kind, those given as texts: how many, and the index of the next one. */
    uint64_t formulas[PROPERTY_KINDS] = {0}, formula[PROPERTY_KINDS] = {0};
    for (uint64_t i = 0; i < count; i++) {
        formulas[properties[i].kind] += is_text_formula(&properties[i]);
    }
    uint64_t fair = 0;
    while (fair < count && properties[fair].fairness == NULL) {
        fair++;
    }
    if (fair < count) {
        warn_fairness(all, properties[fair].fairness);
    }
    for (uint64_t i = 0; i < count && !run_should_stop(&all->job->run); i++) {
        const struct property *property = &properties[i];
        const struct label_warner one = {all->job, all->tree, all->network, &all->absent[i],
                                         property->is_of_suite};
        const int is_numbered = formulas[property->kind] > 1 && is_text_formula(property);
        char name[32];
        if (is_numbered) {
            property_number_formula(name, sizeof name, property->kind, formula[property->kind]++);
        }
        warn_property(&one, property, is_numbered ? name : property_formula_file(property));
        warn_weights(&one, property);
    }
}
