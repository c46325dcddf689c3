/* Writing DRN, as Storm's exporter lays it out: a state without choices counts as one in @nr_choices. */
#include <stdio.h>
#include <string.h>

#include "frontend/formats/mdp_writer.h"

#define NO_NAME "__NOLABEL__"
#define BLANKS " \t\r\n\v\f"

static int write_header(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    return mdp_put(writer, mdp->chain ? "@type: DTMC\n" : "@type: MDP\n") ||
           mdp_put(writer, "@parameters\n\n@reward_models\n\n@nr_states\n") ||
           mdp_put_number(writer, mdp->states) || mdp_put(writer, "\n@nr_choices\n") ||
           mdp_put_number(writer, mdp->choices + mdp_writer_deadlocks(writer)) ||
           mdp_put(writer, "\n@model\n");
}

/* What would be read as something else stands in quotes. */
static int write_label(struct mdp_writer *writer, uint64_t state, uint32_t label) {
    const char *text = mdp_writer_label(writer, label);
    int quoted = *text == '\0' || strpbrk(text, BLANKS) != NULL || strchr("[{!", *text) != NULL;
    (void)state;
    return mdp_put(writer, quoted ? " \"" : " ") || mdp_put(writer, text) ||
           mdp_put(writer, quoted ? "\"" : "");
}

static int write_state(struct mdp_writer *writer, uint64_t state) {
    return mdp_put(writer, "state ") || mdp_put_number(writer, state) ||
           (state == writer->mdp->initial && mdp_put(writer, " init")) ||
           mdp_writer_each_label(writer, state, write_label) || mdp_put(writer, "\n");
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
                 mdp_put(writer, "\taction ") ||
                 (name != NULL                  ? mdp_put(writer, name)
                  : writer->mdp->labels != NULL ? mdp_put(writer, NO_NAME)
                                                : mdp_put_number(writer, choice)) ||
                 mdp_put(writer, "\n");
    for (uint64_t edge = begin; edge < end && !failed; edge++) {
        failed = mdp_put(writer, "\t\t") || mdp_put_number(writer, writer->mdp->targets[edge]) ||
                 mdp_put(writer, " : ") ||
                 mdp_put_probability(writer, mdp_writer_probability(writer, edge, end - begin)) ||
                 mdp_put(writer, "\n");
    }
    return failed;
}

/*
 * A state without choices has no row, unless it is to have a loop. Storm 2.0.0 counts the row of such a state
 * when the next state begins, so of the last state it counts only a row with transitions; it drops those of
 * probability 0.
 */
static int write_deadlock(struct mdp_writer *writer, uint64_t state) {
    int loop = writer->options.deadlock_loops;
    return (loop || state + 1 == writer->mdp->states) &&
           (mdp_put(writer, "\taction ") ||
            mdp_put(writer, loop && writer->mdp->labels != NULL ? NO_NAME : "0") ||
            mdp_put(writer, "\n\t\t") || mdp_put_number(writer, state) ||
            mdp_put(writer, loop ? " : 1\n" : " : 0\n"));
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
