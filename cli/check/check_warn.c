/* Warnings of `heddle check`, with a guess of what the user meant. */
#include "cli/check/check_warn.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/check/property_options.h"
#include "decompose/mdp/mdp_labels.h"
#include "explorer/model/lts.h"
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

/* Returns 1 also if the run should stop. */
static int matches_any(const struct run *run, const struct property *property,
                       const struct network *network) {
    struct error error;
    int matches = 0;
    for (uint32_t i = 0; i < network->label_count && matches == 0; i++) {
        if ((i & 4095) == 4095 && run_should_stop(run)) {
            return 1;
        }
        matches = property_matches(property, network->labels[i].text, network->labels[i].length, &error);
    }
    return matches == 1;
}

/* Whether the text is the gate of some label. */
static int is_gate(const char *text, const struct network *network) {
    size_t length = strlen(text);
    for (uint32_t i = 0; i < network->label_count; i++) {
        const struct network_label *label = &network->labels[i];
        if (label_text_gate_length(label->text, label->length) == length &&
            memcmp(label->text, text, length) == 0) {
            return 1;
        }
    }
    return 0;
}

/* The label with the most similar spelling, or NULL. */
static const char *nearest(const struct network *network, const char *text) {
    const char *found = NULL;
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < network->label_count; i++) {
        uint32_t distance = options_distance(text, network->labels[i].text);
        if (distance < best) {
            best = distance;
            found = network->labels[i].text;
        }
    }
    return found;
}

/* Whether the text, as a regular expression with `around` before and after it, matches a label. */
static int would_match(struct job *job, language_tree *tree, const struct network *network, const char *text,
                       const char *around) {
    struct property pattern;
    struct error error;
    uint64_t bytes = strlen(text) + 2 * strlen(around) + 1;
    char *whole = memory_allocate(&job->memory, bytes);
    if (whole == NULL) {
        return 0;
    }
    snprintf(whole, bytes, "%s%s%s", around, text, around);
    int matches = property_make_never_pattern(&pattern, whole, tree, &job->run, &error) == 0 &&
                  matches_any(&job->run, &pattern, network);
    property_free(&pattern, &job->run);
    memory_free(&job->memory, whole, bytes);
    return matches;
}

/* Guesses the label that the user meant by one that does not occur; the buffer has `size` bytes. */
static const char *guess_label(struct job *job, const char *label, language_tree *tree,
                               const struct network *network, char *buffer, size_t size) {
    const char *other = other_case(network, label);
    *buffer = '\0';
    if (other != NULL && strcmp(other, label) == 0) {
        /* an mCRL2 action with the printed name of the internal action: another warning reports that */
    } else if (other != NULL) {
        snprintf(buffer, size, "; did you mean '%.200s'?", other);
    } else if (is_gate(label, network)) {
        snprintf(
            buffer, size,
            "; it is the gate of labels with parameters: the regular expression \"'%.200s.*'\" matches them",
            label);
    } else if (would_match(job, tree, network, label, "")) {
        snprintf(buffer, size,
                 "; a regular expression is written in quotes that the shell does not take away: "
                 "\"'%.200s'\"",
                 label);
    } else if ((other = nearest(network, label)) != NULL) {
        snprintf(buffer, size, "; did you mean '%.200s'?", other);
    }
    return buffer;
}

/* Guesses what the user meant by a pattern that matches nothing. */
static const char *guess_pattern(struct job *job, const char *text, language_tree *tree,
                                 const struct network *network, char *buffer, size_t size) {
    size_t length = strlen(text);
    const char *before = strncmp(text, ".*", 2) == 0 ? "" : ".*";
    int is_open =
        length >= 2 && strcmp(text + length - 2, ".*") == 0 && (length == 2 || text[length - 3] != '\\');
    const char *after = is_open ? "" : ".*";
    *buffer = '\0';
    if (would_match(job, tree, network, text, ".*")) {
        snprintf(buffer, size, "; a pattern must match the whole label: \"'%s%.200s%s'\"", before, text,
                 after);
    } else if (!language_options(tree)->regex_extended && strpbrk(text, "|+?({") != NULL) {
        snprintf(buffer, size, "; in basic regular expressions ( ) | + ? { stand for themselves");
    }
    return buffer;
}

void check_warn_label(struct job *job, const char *name, const char *text, int is_pattern,
                      language_tree *tree, const struct network *network) {
    char guess[512] = "";
    job_warning_of_property(job, "%s: no transition of the network has such a label%s", name,
                            is_pattern ? guess_pattern(job, text, tree, network, guess, sizeof guess)
                                       : guess_label(job, text, tree, network, guess, sizeof guess));
}

/* Warns of a label or a pattern that matches nothing. */
static void warn_labels(struct job *job, const char *name, const struct property *property,
                        language_tree *tree, const struct network *network) {
    if (!matches_any(&job->run, property, network)) {
        check_warn_label(job, name, property->text, property->pattern != NULL, tree, network);
    }
}

static void warn_monitor(struct job *job, const struct property *property, const struct network *network) {
    const struct lts *lts = monitor_lts(property->monitor);
    const char *named[MOST_NAMED];
    uint32_t guessed = 0, missing = 0, errors;
    for (uint32_t i = 0; i < lts->label_count; i++) {
        const char *text = monitor_label(property->monitor, i);
        if (strcasecmp(text, MONITOR_ERROR_LABEL) == 0 || has_label(network, text)) {
            continue;
        }
        int guess = guessed++ < MOST_GUESSED;
        const char *other = guess ? other_case(network, text) : NULL;
        if (guess && other == NULL && !is_gate(text, network)) {
            other = nearest(network, text);
        }
        if (other != NULL) {
            job_warning_of_property(job,
                                    "%s: no transition of the network has the label '%s'; did you mean '%s'?",
                                    lts->path, text, other);
        } else if (guess && is_gate(text, network)) {
            job_warning_of_property(job,
                                    "%s: no transition of the network has the label '%s': it is the gate of "
                                    "labels with parameters",
                                    lts->path, text);
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
        job_warning_of_property(job, "%s: no transition of the network has the label%s %s%s", lts->path,
                                missing == 1 ? "" : "s", text, missing > MOST_NAMED ? ", ..." : "");
    }
    monitor_errors(property->monitor, &errors);
    if (errors == 0) {
        job_warning_of_property(
            job,
            "%s: the monitor has no error state, so it holds: give one an outgoing transition "
            "labelled exactly ERROR, or name it with --error-state",
            lts->path);
    }
}

/* Warns about properties of schedulers: their labels are those of choices, without probabilities and rates.
 * If memory runs out, the property is not checked. */
static void warn_choices(struct job *job, const struct property *property, language_tree *tree,
                         const struct network *network) {
    struct mdp_labels labels;
    struct error error;
    int made = mdp_labels_of_network(network, &job->memory, &labels, &error) == 0;
    struct network_label *texts =
        made ? memory_allocate_array(&job->memory, labels.text_count, sizeof *texts) : NULL;
    if (texts != NULL) {
        struct network choices = {.labels = texts, .label_count = labels.text_count};
        for (uint32_t i = 0; i < labels.text_count; i++) {
            texts[i] =
                (struct network_label){.text = labels.text[i], .length = (uint32_t)strlen(labels.text[i])};
        }
        if (matches_any(&job->run, property, &choices)) {
            /* there is nothing to warn of */
        } else if (matches_any(&job->run, property, network)) {
            job_warning_of_property(job,
                                    "%s: no choice has such a label: the label of `L; prob P` and `L; rate "
                                    "R` is L, and `prob P` and `rate R` alone have none",
                                    property->name);
        } else {
            warn_labels(job, property->name, property, tree, &choices);
        }
    }
    memory_free(&job->memory, texts, (made ? labels.text_count : 0) * sizeof *texts);
    mdp_labels_free(&labels);
}

static int is_text_formula(const struct property *property) {
    return property->kind == PROPERTY_FORMULA && !property->in_file;
}

void check_warn(struct job *job, const struct property *properties, uint64_t count, language_tree *tree,
                const struct network *network) {
    uint64_t formulas = 0,
             formula = 0; /* number of formulas on the command line, and index of the current one */
    for (uint64_t i = 0; i < count; i++) {
        formulas += is_text_formula(&properties[i]);
    }
    for (uint64_t i = 0; i < count; i++) {
        const struct property *property = &properties[i];
        char name[32] = "";
        switch (property->kind) {
        case PROPERTY_NEVER:
        case PROPERTY_STARVATION:
            warn_labels(job, property->name, property, tree, network);
            break;
        case PROPERTY_FAIR_CYCLE:
            for (uint32_t k = 0; k < property->part_count; k++) {
                warn_labels(job, property->part_count == 1 ? property->name : property->parts[k].text,
                            &property->parts[k], tree, network);
            }
            break;
        case PROPERTY_ALMOST_SURELY:
        case PROPERTY_ALMOST_SURELY_REPEATEDLY:
            warn_choices(job, property, tree, network);
            break;
        case PROPERTY_MONITOR:
            warn_monitor(job, property, network);
            break;
        case PROPERTY_FORMULA:
            if (is_text_formula(property) && formulas > 1) {
                property_options_name_formula(name, sizeof name, formula++);
            }
            check_warn_formula(job, property, *name != '\0' ? name : property_formula_file(property), tree,
                               network);
            break;
        default:
            break;
        }
    }
}
