/* Writes PRISM's explicit files: .tra, and .lab beside it. */
#include "frontend/formats/mdp_write.h"

#include <string.h>

#include "frontend/formats/mdp_writer.h"

static int check_name(struct mdp_writer *writer, uint64_t state, uint64_t edge, const char *name) {
    return *name != '\0' && strpbrk(name, " \t\r\n\v\f") == NULL
               ? 0
               : mdp_writer_fail_name(writer, state, edge, ".tra", "where it has no blanks");
}

/* "STATE " or "STATE CHOICE ": Markov chains have no choices. */
static int write_source(struct mdp_writer *writer, uint64_t state, uint64_t choice) {
    return writer->mdp->chain ? mdp_print(writer, "%lu ", state)
                              : mdp_print(writer, "%lu %lu ", state, choice);
}

static int write_choice(struct mdp_writer *writer, uint64_t state, uint64_t choice, uint64_t begin,
                        uint64_t end) {
    const char *name = mdp_writer_name(writer, begin);
    int failed = name != NULL && check_name(writer, state, begin, name) != 0;
    for (uint64_t edge = begin; edge < end && !failed; edge++) {
        failed = write_source(writer, state, choice) ||
                 mdp_print(writer, "%u %s%s%s\n", writer->mdp->targets[edge],
                           mdp_writer_probability_text(writer, edge, end - begin), name != NULL ? " " : "",
                           name != NULL ? name : "");
    }
    return failed;
}

static int write_state(struct mdp_writer *writer, uint64_t state) {
    return (writer->options.deadlock_loops && mdp_writer_is_deadlock(writer, state) &&
            (write_source(writer, state, 0) || mdp_print(writer, "%lu 1\n", state))) ||
           mdp_writer_each_choice(writer, state, write_choice);
}

static int write_transitions(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    uint64_t loops = writer->options.deadlock_loops ? mdp_writer_deadlocks(writer) : 0;
    return write_source(writer, mdp->states, mdp->choices + loops) ||
           mdp_print(writer, "%lu\n", mdp->edges + loops) ||
           mdp_writer_each_state(writer, mdp->states, write_state);
}

/* --- labels of states --- */

/* `init` has the number 0; the other labels follow in their order. */
static uint64_t number_of(const struct mdp_writer *writer, uint32_t label) {
    return label + 1 - (label > writer->init);
}

static int write_declarations(struct mdp_writer *writer) {
    int failed = mdp_print(writer, "0=\"init\"");
    writer->init = UINT32_MAX;
    for (uint32_t label = 0; label < mdp_writer_label_count(writer) && !failed; label++) {
        if (mdp_writer_label_is_init(writer, label)) {
            writer->init = label;
        } else {
            failed =
                mdp_print(writer, " %lu=\"%s\"", number_of(writer, label), mdp_writer_label(writer, label));
        }
    }
    return failed || mdp_print(writer, "\n");
}

static int write_number(struct mdp_writer *writer, uint64_t state, uint64_t number) {
    int begins = !writer->in_line;
    writer->in_line = 1;
    return begins ? mdp_print(writer, "%lu: %lu", state, number) : mdp_print(writer, " %lu", number);
}

static int write_label(struct mdp_writer *writer, uint64_t state, uint32_t label) {
    return write_number(writer, state, number_of(writer, label));
}

/* A line for a state that has labels. */
static int write_line(struct mdp_writer *writer, uint64_t state) {
    writer->in_line = 0;
    return (mdp_is_initial(writer->mdp, state) && write_number(writer, state, 0)) ||
           mdp_writer_each_label(writer, state, write_label) || (writer->in_line && mdp_print(writer, "\n"));
}

static int write_labels(struct mdp_writer *writer) {
    return write_declarations(writer) || mdp_writer_each_state(writer, writer->mdp->states, write_line);
}

int mdp_write(const struct mdp *mdp, const char *path, const struct mdp_write_options *options,
              const struct run *run, struct error *error) {
    struct mdp_writer writer = mdp_writer_of(mdp, options, run, error);
    const char *labels = writer.path = writer.options.label_path;
    if (labels != NULL && mdp_writer_check_labels(&writer) != 0) {
        return -1;
    }
    int failed = mdp_writer_file(&writer, path, write_transitions) != 0 ||
                 (labels != NULL && mdp_writer_file(&writer, labels, write_labels) != 0) ||
                 mdp_write_values(&writer) != 0 || mdp_write_rewards(&writer) != 0;
    return mdp_writer_end(&writer, failed);
}
