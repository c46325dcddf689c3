/* Writing DRN, as Storm's exporter lays it out: a state without choices counts as one in @nr_choices. */
#include <stdio.h>
#include <string.h>

#include "explorer/graph/digraph_core.h"
#include "frontend/formats/mdp_write.h"
#include "frontend/formats/mdp_writer.h"

#define NO_NAME "__NOLABEL__"
#define BLANKS " \t\r\n\v\f"

static uint64_t count_rows(const struct mdp *mdp) {
    uint64_t rows = mdp->choices;
    for (uint64_t state = 0; state < mdp->states; state++) {
        rows += mdp->offsets[state] == mdp->offsets[state + 1];
    }
    return rows;
}

static int write_header(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    return mdp_put(writer, mdp->chain ? "@type: DTMC\n" : "@type: MDP\n") ||
           mdp_put(writer, "@parameters\n\n@reward_models\n\n@nr_states\n") ||
           mdp_put_number(writer, mdp->states) || mdp_put(writer, "\n@nr_choices\n") ||
           mdp_put_number(writer, count_rows(mdp)) || mdp_put(writer, "\n@model\n");
}

/* What would be read as something else stands in quotes. */
static int write_label(struct mdp_writer *writer, const char *text) {
    int quoted = *text == '\0' || strpbrk(text, BLANKS) != NULL || strchr("[{!", *text) != NULL;
    return mdp_put(writer, quoted ? " \"" : " ") || mdp_put(writer, text) ||
           mdp_put(writer, quoted ? "\"" : "");
}

static int write_state(struct mdp_writer *writer, uint64_t state) {
    const struct mdp *mdp = writer->mdp;
    int failed = mdp_put(writer, "state ") || mdp_put_number(writer, state) ||
                 (state == mdp->initial && mdp_put(writer, " init"));
    for (uint32_t label = 0; label < mdp->state_label_count && !failed; label++) {
        if (bitmap_has(mdp->state_labels[label], state) &&
            strcmp(mdp->state_label_text[label], "init") != 0) {
            failed = write_label(writer, mdp->state_label_text[label]);
        }
    }
    return failed || mdp_put(writer, "\n");
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
 * Storm 2.0.0 counts the row of a state without transitions when the next state begins, so of the last state
 * it counts only a row with transitions; those of probability 0 it drops.
 */
static int write_last_deadlock(struct mdp_writer *writer) {
    return mdp_put(writer, "\taction 0\n\t\t") || mdp_put_number(writer, writer->mdp->states - 1) ||
           mdp_put(writer, " : 0\n");
}

static int write_all(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    int failed = mdp_writer_check_state_labels(writer) != 0 || write_header(writer);
    for (uint64_t state = 0; state < mdp->states && !failed; state++) {
        uint64_t choice = 0, end = mdp->offsets[state + 1];
        failed = mdp_writer_go_on(writer, state) || write_state(writer, state);
        for (uint64_t edge = mdp->offsets[state], next; edge < end && !failed; edge = next) {
            next = digraph_choice_end(&writer->graph, edge, end);
            failed = write_choice(writer, state, choice++, edge, next);
        }
    }
    int is_dead = mdp->states > 0 && mdp->offsets[mdp->states - 1] == mdp->offsets[mdp->states];
    return failed || (is_dead && write_last_deadlock(writer));
}

int mdp_write_drn(const struct mdp *mdp, const char *path, const struct run *run, struct error *error) {
    struct mdp_writer writer = {.mdp = mdp, .run = run, .error = error};
    return mdp_writer_file(&writer, path, write_all);
}
