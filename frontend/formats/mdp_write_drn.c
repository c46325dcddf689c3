/* Writes DRN as Storm's exporter does: in @nr_choices, a state without choices counts as one. */
#include <stdio.h>
#include <string.h>

#include "frontend/formats/mdp_writer.h"

#define NO_NAME "__NOLABEL__"
#define BLANKS " \t\r\n\v\f"

static int write_header(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    return mdp_print(
        writer, "@type: %s\n@parameters\n\n@reward_models\n\n@nr_states\n%lu\n@nr_choices\n%lu\n@model\n",
        mdp->chain ? "DTMC" : "MDP", mdp->states, mdp->choices + mdp_writer_deadlocks(writer));
}

/* A label that would be read as something else stands in quotes. */
static int write_label(struct mdp_writer *writer, uint64_t state, uint32_t label) {
    const char *text = mdp_writer_label(writer, label);
    int quoted = *text == '\0' || strpbrk(text, BLANKS) != NULL || strchr("[{!", *text) != NULL;
    (void)state;
    return mdp_print(writer, quoted ? " \"%s\"" : " %s", text);
}

static int write_state(struct mdp_writer *writer, uint64_t state) {
    return mdp_print(writer, "state %lu%s", state, state == writer->mdp->initial ? " init" : "") ||
           mdp_writer_each_label(writer, state, write_label) || mdp_print(writer, "\n");
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
                      ? mdp_print(writer, "\taction %lu\n", choice)
                      : mdp_print(writer, "\taction %s\n", name != NULL ? name : NO_NAME));
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

static int write_all(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    int failed = mdp_writer_check_labels(writer) != 0 || write_header(writer);
    for (uint64_t state = 0; state < mdp->states && !failed; state++) {
        failed = mdp_writer_go_on(writer, state) || write_state(writer, state) ||
                 (mdp_writer_is_deadlock(writer, state) && write_deadlock(writer, state)) ||
                 mdp_writer_each_choice(writer, state, write_choice);
    }
    return failed;
}

int mdp_write_drn(const struct mdp *mdp, const char *path, const struct mdp_write_options *options,
                  const struct run *run, struct error *error) {
    struct mdp_writer writer = mdp_writer_of(mdp, options, run, error);
    return mdp_writer_file(&writer, path, write_all);
}
