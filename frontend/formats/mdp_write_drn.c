/* Writes DRN as Storm's exporter does: in @nr_choices, a state without choices counts as one. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "frontend/formats/mdp_writer.h"

#define NO_NAME "__NOLABEL__"
#define BLANKS " \t\r\n\v\f"

static int check_reward_name(const struct mdp_writer *writer, const char *name) {
    return strpbrk(name, BLANKS) == NULL
               ? 0
               : error_in(writer->error, ERROR_INPUT, writer->path,
                          "not written: the name \"%.200s\" of a reward structure has blanks, and in DRN it "
                          "cannot: rename it",
                          name);
}

/* Names, each with a blank after it, so that one without name can be seen. */
static int write_reward_names(struct mdp_writer *writer) {
    int failed = 0;
    for (uint32_t i = 0; i < writer->mdp->earned_count && !failed; i++) {
        const char *name = writer->mdp->earned[i].name;
        failed = check_reward_name(writer, name) != 0 || mdp_print(writer, "%s ", name);
    }
    return failed;
}

static int write_header(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    return mdp_print(writer, "@type: %s\n@parameters\n\n@reward_models\n",
                     mdp->rates   ? "CTMC"
                     : mdp->chain ? "DTMC"
                                  : "MDP") ||
           write_reward_names(writer) ||
           mdp_print(writer, "\n@nr_states\n%lu\n@nr_choices\n%lu\n@model\n", mdp->states,
                     mdp->choices + mdp_writer_deadlocks(writer));
}

/* What a state or choice earns, in the order of structures. In continuous time, choices earn for each time
 * that they are taken: `divisor`, the exit rate. */
static int write_rewards(struct mdp_writer *writer, int of_states, uint64_t item, double divisor) {
    const struct mdp *mdp = writer->mdp;
    int failed = 0;
    for (uint32_t i = 0; i < mdp->earned_count && !failed; i++) {
        const double *rewards = of_states ? mdp->earned[i].states : mdp->earned[i].choices;
        failed = mdp_print(writer, "%s%s", i == 0 ? " [" : ", ",
                           mdp_writer_number_text(writer, rewards == NULL ? 0 : rewards[item] / divisor));
    }
    return failed || (mdp->earned_count > 0 && mdp_print(writer, "]"));
}

/* `//[x=1	& y=2]`: the values of variables, as Storm writes them. */
static int write_valuation(struct mdp_writer *writer, uint64_t state) {
    struct mdp_valuations *valuations = writer->options.valuations;
    uint32_t count = valuations == NULL ? 0 : mdp_valuations_count(valuations);
    int failed = 0;
    for (uint32_t i = 0; i < count && !failed; i++) {
        failed = mdp_print(writer, "%s%s=%s", i == 0 ? "//[" : "\t& ", mdp_valuations_name(valuations, i),
                           mdp_valuations_value(valuations, state, i));
    }
    return failed || (count > 0 && mdp_print(writer, "]\n"));
}

/* A label that would be read as something else stands in quotes. */
static int write_label(struct mdp_writer *writer, uint64_t state, uint32_t label) {
    const char *text = mdp_writer_label(writer, label);
    int quoted = *text == '\0' || strpbrk(text, BLANKS) != NULL || strchr("[{!", *text) != NULL;
    (void)state;
    return mdp_print(writer, quoted ? " \"%s\"" : " %s", text);
}

static int write_state(struct mdp_writer *writer, uint64_t state) {
    const struct mdp *mdp = writer->mdp;
    double rate = mdp->rates ? mdp_writer_sum(writer, mdp->offsets[state], mdp->offsets[state + 1]) : 0;
    return mdp_print(writer, "state %lu", state) ||
           (mdp->rates && mdp_print(writer, " !%s", mdp_writer_number_text(writer, rate))) ||
           write_rewards(writer, 1, state, 1) || (mdp_is_initial(mdp, state) && mdp_print(writer, " init")) ||
           mdp_writer_each_label(writer, state, write_label) || mdp_print(writer, "\n") ||
           write_valuation(writer, state);
}

static int check_name(struct mdp_writer *writer, uint64_t state, uint64_t choice, uint64_t edge,
                      const char *name) {
    char number[24];
    snprintf(number, sizeof number, "%llu", (unsigned long long)choice);
    if (*name == '\0' || strpbrk(name, BLANKS "[") != NULL) {
        return mdp_writer_fail_name(writer, state, edge, "DRN", "where it has no blanks and no bracket");
    }
    return strcmp(name, number) != 0 && strcmp(name, NO_NAME) != 0
               ? 0
               : mdp_writer_fail_name(writer, state, edge, "DRN", "where that stands for none");
}

static int write_choice(struct mdp_writer *writer, uint64_t state, uint64_t choice, uint64_t begin,
                        uint64_t end) {
    const char *name = mdp_writer_name(writer, begin);
    int failed = (name != NULL && check_name(writer, state, choice, begin, name) != 0) ||
                 (name == NULL && writer->mdp->labels == NULL
                      ? mdp_print(writer, "\taction %lu", choice)
                      : mdp_print(writer, "\taction %s", name != NULL ? name : NO_NAME)) ||
                 write_rewards(writer, 0, writer->choice,
                               writer->mdp->rates ? mdp_writer_sum(writer, begin, end) : 1) ||
                 mdp_print(writer, "\n");
    for (uint64_t edge = begin; edge < end && !failed; edge++) {
        failed = mdp_print(writer, "\t\t%u : %s\n", writer->mdp->targets[edge],
                           mdp_writer_probability_text(writer, edge, end - begin));
    }
    return failed;
}

/*
 * A state without choices has no row, unless it gets a loop. Storm 2.0.0 counts the row of such a state when
 * the next state begins. So the last state needs a row with a transition; Storm drops those of probability 0.
 */
static int write_deadlock(struct mdp_writer *writer, uint64_t state) {
    int loop = writer->options.deadlock_loops;
    return (loop || state + 1 == writer->mdp->states) &&
           mdp_print(writer, "\taction %s\n\t\t%lu : %s\n",
                     loop && writer->mdp->labels != NULL ? NO_NAME : "0", state, loop ? "1" : "0");
}

static int write_state_and_choices(struct mdp_writer *writer, uint64_t state) {
    return write_state(writer, state) ||
           (mdp_writer_is_deadlock(writer, state) && write_deadlock(writer, state)) ||
           mdp_writer_each_choice(writer, state, write_choice);
}

static int write_all(struct mdp_writer *writer) {
    return mdp_writer_check_labels(writer) != 0 || write_header(writer) ||
           mdp_writer_each_state(writer, writer->mdp->states, write_state_and_choices);
}

int mdp_write_drn(const struct mdp *mdp, const char *path, const struct mdp_write_options *options,
                  const struct run *run, struct error *error) {
    struct mdp_writer writer = mdp_writer_of(mdp, options, run, error);
    return mdp_writer_end(&writer, mdp_writer_file(&writer, path, write_all) != 0);
}
