/* What the writers of MDPs share: probabilities, names of choices, labels of states. */
#include "frontend/formats/mdp_writer.h"

#include <string.h>

#include "base/core.h"
#include "base/error.h"
#include "base/memory.h"

int mdp_writer_file(struct mdp_writer *writer, const char *path, int (*write)(struct mdp_writer *writer)) {
    struct memory *memory = writer->run->memory;
    writer->path = path;
    writer->choice = 0;
    writer->graph = mdp_digraph(writer->mdp);
    writer->output = output_create(writer->run, path, writer->error);
    if (writer->output == NULL) {
        return -1;
    }
    if (GROWING_ADD(memory, writer->written, writer->output) != 0) {
        output_discard(writer->output);
        return error_memory(writer->error, "to write the graph");
    }
    return write(writer) != 0 ? -1 : 0;
}

int mdp_writer_end(struct mdp_writer *writer, int failed) {
    for (uint64_t i = 0; i < writer->written.count; i++) {
        failed = output_end(writer->written.data[i], failed, writer->error);
    }
    GROWING_FREE(writer->run->memory, writer->written);
    return failed ? -1 : 0;
}

int mdp_writer_each_choice(struct mdp_writer *writer, uint64_t state,
                           int (*write)(struct mdp_writer *writer, uint64_t state, uint64_t choice,
                                        uint64_t begin, uint64_t end)) {
    uint64_t choice = 0, end = writer->mdp->offsets[state + 1];
    int failed = 0;
    for (uint64_t edge = writer->mdp->offsets[state], next; edge < end && !failed; edge = next) {
        next = digraph_choice_end(&writer->graph, edge, end);
        failed = write(writer, state, choice++, edge, next);
        writer->choice++;
    }
    return failed;
}

double mdp_writer_probability(const struct mdp_writer *writer, uint64_t edge, uint64_t count) {
    return writer->mdp->probabilities != NULL ? writer->mdp->probabilities[edge] : 1.0 / (double)count;
}

static const char *text_of(struct mdp_writer *writer, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    struct mdp_number *known = &writer->numbers[core_mix(bits) % MDP_NUMBERS];
    if (*known->text != '\0' && known->value == number) {
        return known->text;
    }
    (writer->fractions ? ratio_write_fraction : ratio_write_decimal)(number, writer->text);
    if (strlen(writer->text) < sizeof known->text) {
        known->value = number;
        strcpy(known->text, writer->text);
    }
    return writer->text;
}

const char *mdp_writer_probability_text(struct mdp_writer *writer, uint64_t edge, uint64_t count) {
    return text_of(writer, mdp_writer_probability(writer, edge, count));
}

const char *mdp_writer_number_text(struct mdp_writer *writer, double number) {
    return number == 0 ? "0" : text_of(writer, number);
}

double mdp_writer_sum(const struct mdp_writer *writer, uint64_t begin, uint64_t end) {
    double sum = 0;
    for (uint64_t edge = begin; edge < end; edge++) {
        sum += mdp_writer_probability(writer, edge, end - begin);
    }
    return sum;
}

const char *mdp_writer_name(const struct mdp_writer *writer, uint64_t edge) {
    const struct mdp *mdp = writer->mdp;
    return mdp->labels == NULL || mdp->labels[edge] == MDP_NO_LABEL ? NULL
                                                                    : mdp->label_text[mdp->labels[edge]];
}

int mdp_writer_fail_name(struct mdp_writer *writer, uint64_t state, uint64_t edge, const char *format,
                         const char *why) {
    return error_in(writer->error, ERROR_INPUT, writer->path,
                    "not written: the label \"%.200s\" of state %llu cannot be the name of an action in %s, "
                    "%s: rename it in a network first",
                    mdp_writer_name(writer, edge), (unsigned long long)state, format, why);
}

uint64_t mdp_writer_deadlocks(const struct mdp_writer *writer) {
    uint64_t count = 0;
    for (uint64_t state = 0; state < writer->mdp->states; state++) {
        count += (uint64_t)mdp_writer_is_deadlock(writer, state);
    }
    return count;
}

/* --- labels of states: the MDP's own, or `deadlock` (number 0) and the names of choices --- */

#define DEADLOCK 0u

uint32_t mdp_writer_label_count(const struct mdp_writer *writer) {
    return writer->options.state_labels ? 1 + writer->mdp->label_count : writer->mdp->state_label_count;
}

const char *mdp_writer_label(const struct mdp_writer *writer, uint32_t label) {
    return !writer->options.state_labels ? writer->mdp->state_label_text[label]
           : label == DEADLOCK           ? "deadlock"
                                         : writer->mdp->label_text[label - 1];
}

int mdp_writer_label_is_init(const struct mdp_writer *writer, uint32_t label) {
    return strcmp(mdp_writer_label(writer, label), "init") == 0;
}

static int each_own_label(struct mdp_writer *writer, uint64_t state,
                          int (*write)(struct mdp_writer *writer, uint64_t state, uint32_t label)) {
    int failed = 0;
    for (uint32_t label = 0; label < writer->mdp->state_label_count && !failed; label++) {
        if (bitmap_has(writer->mdp->state_labels[label], state) && !mdp_writer_label_is_init(writer, label)) {
            failed = write(writer, state, label);
        }
    }
    return failed;
}

int mdp_writer_each_label(struct mdp_writer *writer, uint64_t state,
                          int (*write)(struct mdp_writer *writer, uint64_t state, uint32_t label)) {
    const struct mdp *mdp = writer->mdp;
    if (!writer->options.state_labels) {
        return each_own_label(writer, state, write);
    }
    int failed = mdp_writer_is_deadlock(writer, state) ? write(writer, state, DEADLOCK) : 0;
    for (uint64_t edge = mdp->offsets[state]; edge < mdp->offsets[state + 1] && !failed; edge++) {
        uint32_t name = mdp->labels == NULL ? MDP_NO_LABEL : mdp->labels[edge];
        if (name != MDP_NO_LABEL && writer->used[name] != (uint32_t)state) {
            writer->used[name] = (uint32_t)state;
            failed = write(writer, state, 1 + name);
        }
    }
    return failed;
}

static int check_label(const struct mdp_writer *writer, uint32_t label) {
    const char *text = mdp_writer_label(writer, label);
    if (strchr(text, '"') != NULL) {
        return error_in(writer->error, ERROR_INPUT, writer->path,
                        "not written: the label %.200s of states has a quote, which no label can have there",
                        text);
    }
    if (writer->options.state_labels && label != DEADLOCK &&
        (strcmp(text, "init") == 0 || strcmp(text, "deadlock") == 0)) {
        return error_in(writer->error, ERROR_INPUT, writer->path,
                        "not written: with --state-labels, the label %s would be taken for that of %s: "
                        "rename it in a network first",
                        text, *text == 'i' ? "the initial state" : "states without transitions");
    }
    return 0;
}

int mdp_writer_check_labels(struct mdp_writer *writer) {
    int failed = 0;
    for (uint32_t label = 0; label < mdp_writer_label_count(writer) && !failed; label++) {
        failed = check_label(writer, label);
    }
    return failed;
}
