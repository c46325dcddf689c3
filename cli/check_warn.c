/* Warnings of `heddle check`, with a guess at what was meant. */
#include "cli/check_warn.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "frontend/lts.h"
#include "frontend/network.h"

#define MOST_NAMED 5u    /* labels in one warning */
#define MOST_GUESSED 20u /* labels of a monitor that are compared with all of the network's */

/* Whether some transition may have the label. The network's are sorted. */
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

/* Bytes of L in "L; prob P" and "L; rate R", which is what choices are named. */
static size_t action_length(const struct network_label *label) {
    const char *semicolon = memrchr(label->text, ';', label->length);
    size_t length = semicolon == NULL ? 0 : (size_t)(semicolon - label->text);
    while (length > 0 && isspace((unsigned char)label->text[length - 1])) {
        length--;
    }
    return length;
}

/* 1 as well when the run should stop. */
static int matches_any(const struct run *run, const struct property *property,
                       const struct network *network) {
    struct error error;
    int matches = 0;
    for (uint32_t i = 0; i < network->label_count && matches == 0; i++) {
        const struct network_label *label = &network->labels[i];
        size_t length = label->length;
        if ((i & 4095) == 4095 && run_should_stop(run)) {
            return 1;
        }
        if (property_is_of_schedulers(property->kind) &&
            (label->kind == LABEL_PROB || label->kind == LABEL_RATE)) {
            length = action_length(label);
            if (length == 0) {
                continue;
            }
        }
        matches = property_matches(property, label->text, length, &error);
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

/* The label that is nearest by spelling, or NULL. */
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

/* Whether the text, as a regular expression with `around` on both sides, matches a label, as properties of
 * the kind see labels. */
static int would_match(struct job *job, exp_tree *tree, const struct network *network,
                       enum property_kind kind, const char *text, const char *around) {
    struct property pattern;
    struct error error;
    uint64_t bytes = strlen(text) + 2 * strlen(around) + 1;
    char *whole = memory_allocate(&job->memory, bytes);
    if (whole == NULL) {
        return 0;
    }
    snprintf(whole, bytes, "%s%s%s", around, text, around);
    int matches = property_make_never_pattern(&pattern, whole, tree, &job->run, &error) == 0;
    pattern.kind = kind;
    matches = matches && matches_any(&job->run, &pattern, network);
    property_free(&pattern, &job->run);
    memory_free(&job->memory, whole, bytes);
    return matches;
}

/* What the user may have meant by a label that does not occur; the buffer has `size` bytes. */
static const char *guess_label(struct job *job, const struct property *property, exp_tree *tree,
                               const struct network *network, char *buffer, size_t size) {
    const char *label = property->text;
    const char *other = other_case(network, label);
    *buffer = '\0';
    if (other != NULL && strcmp(other, label) == 0) {
        snprintf(buffer, size, "; choices are named without their probabilities and rates");
    } else if (other != NULL) {
        snprintf(buffer, size, "; did you mean '%.200s'?", other);
    } else if (is_gate(label, network)) {
        snprintf(
            buffer, size,
            "; it is the gate of labels that have more: the regular expression \"'%.200s.*'\" matches them",
            label);
    } else if (would_match(job, tree, network, property->kind, label, "")) {
        snprintf(buffer, size,
                 "; a regular expression is written in quotes that the shell does not take away: "
                 "\"'%.200s'\"",
                 label);
    } else if ((other = nearest(network, label)) != NULL) {
        snprintf(buffer, size, "; did you mean '%.200s'?", other);
    }
    return buffer;
}

/* The same of a pattern that matches nothing. */
static const char *guess_pattern(struct job *job, const struct property *property, exp_tree *tree,
                                 const struct network *network, char *buffer, size_t size) {
    const char *text = property->text;
    *buffer = '\0';
    if (would_match(job, tree, network, property->kind, text, ".*")) {
        snprintf(buffer, size, "; a pattern must match the whole label: \"'.*%.200s.*'\"", text);
    } else if (!exp_tree_options(tree)->regex_extended && strpbrk(text, "|+?({") != NULL) {
        snprintf(buffer, size, "; in basic regular expressions ( ) | + ? { stand for themselves");
    }
    return buffer;
}

/* A label or a pattern that matches nothing. */
static void warn_labels(struct job *job, const char *name, const struct property *property, exp_tree *tree,
                        const struct network *network) {
    char text[512] = "";
    if (!matches_any(&job->run, property, network)) {
        job_warning(job, "%s: no transition of the network has such a label%s", name,
                    property->pattern == NULL
                        ? guess_label(job, property, tree, network, text, sizeof text)
                        : guess_pattern(job, property, tree, network, text, sizeof text));
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
            job_warning(job, "%s: no transition of the network has the label '%s'; did you mean '%s'?",
                        lts->path, text, other);
        } else if (guess && is_gate(text, network)) {
            job_warning(job,
                        "%s: no transition of the network has the label '%s': it is the gate of labels that "
                        "have more",
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
        job_warning(job, "%s: no transition of the network has the label%s %s%s", lts->path,
                    missing == 1 ? "" : "s", text, missing > MOST_NAMED ? ", ..." : "");
    }
    monitor_errors(property->monitor, &errors);
    if (errors == 0) {
        job_warning(job,
                    "%s: the monitor has no error state, so it holds: give one an outgoing transition "
                    "labelled exactly ERROR, or name it with --error-state",
                    lts->path);
    }
}

void check_warn(struct job *job, const struct property *properties, uint64_t count, exp_tree *tree,
                const struct network *network) {
    for (uint64_t i = 0; i < count; i++) {
        const struct property *property = &properties[i];
        switch (property->kind) {
        case PROPERTY_NEVER:
        case PROPERTY_STARVATION:
        case PROPERTY_ALMOST_SURELY:
        case PROPERTY_ALMOST_SURELY_REPEATEDLY:
            warn_labels(job, property->name, property, tree, network);
            break;
        case PROPERTY_FAIR_CYCLE:
            for (uint32_t k = 0; k < property->part_count; k++) {
                warn_labels(job, property->part_count == 1 ? property->name : property->parts[k].text,
                            &property->parts[k], tree, network);
            }
            break;
        case PROPERTY_MONITOR:
            warn_monitor(job, property, network);
            break;
        default:
            break;
        }
    }
}
