/* Writing PRISM's explicit files. */
#include "frontend/formats/mdp_write.h"

#include <string.h>

#include "explorer/graph/digraph_core.h"
#include "frontend/formats/mdp_writer.h"

/* A reader takes a name for a word. */
static int check_name(struct mdp_writer *writer, uint64_t state, uint64_t edge, const char *name) {
    return *name != '\0' && strpbrk(name, " \t\r\n\v\f") == NULL
               ? 0
               : mdp_writer_fail_name(writer, state, edge, ".tra", "where it has no blanks");
}

static int write_choice(struct mdp_writer *writer, uint64_t state, uint64_t choice, uint64_t begin,
                        uint64_t end) {
    const char *name = mdp_writer_name(writer, begin);
    int failed = name != NULL && check_name(writer, state, begin, name) != 0;
    for (uint64_t edge = begin; edge < end && !failed; edge++) {
        failed = mdp_put_number(writer, state) || mdp_put(writer, " ") ||
                 (!writer->mdp->chain && (mdp_put_number(writer, choice) || mdp_put(writer, " "))) ||
                 mdp_put_number(writer, writer->mdp->targets[edge]) || mdp_put(writer, " ") ||
                 mdp_put_probability(writer, mdp_writer_probability(writer, edge, end - begin)) ||
                 (name != NULL && (mdp_put(writer, " ") || mdp_put(writer, name))) || mdp_put(writer, "\n");
    }
    return failed;
}

/* STATES CHOICES TRANSITIONS; a Markov chain has no choices. */
static int write_header(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    return mdp_put_number(writer, mdp->states) || mdp_put(writer, " ") ||
           (!mdp->chain && (mdp_put_number(writer, mdp->choices) || mdp_put(writer, " "))) ||
           mdp_put_number(writer, mdp->edges) || mdp_put(writer, "\n");
}

static int write_transitions(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    int failed = write_header(writer);
    for (uint64_t state = 0; state < mdp->states && !failed; state++) {
        uint64_t choice = 0, end = mdp->offsets[state + 1];
        failed = mdp_writer_go_on(writer, state);
        for (uint64_t edge = mdp->offsets[state], next; edge < end && !failed; edge = next) {
            next = digraph_choice_end(&writer->graph, edge, end);
            failed = write_choice(writer, state, choice++, edge, next);
        }
    }
    return failed;
}

/* --- labels of states --- */

static int is_init(const struct mdp *mdp, uint32_t label) {
    return strcmp(mdp->state_label_text[label], "init") == 0;
}

/* `init` is number 0; the others follow in their order. */
static int write_declarations(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    int failed = mdp_put(writer, "0=\"init\"");
    uint64_t number = 1;
    for (uint32_t label = 0; label < mdp->state_label_count && !failed; label++) {
        if (!is_init(mdp, label)) {
            failed = mdp_put(writer, " ") || mdp_put_number(writer, number++) || mdp_put(writer, "=\"") ||
                     mdp_put(writer, mdp->state_label_text[label]) || mdp_put(writer, "\"");
        }
    }
    return failed || mdp_put(writer, "\n");
}

static int write_number(struct mdp_writer *writer, uint64_t state, int *any, uint64_t number) {
    int failed = 0;
    if (!*any) {
        *any = 1;
        failed = mdp_put_number(writer, state) || mdp_put(writer, ":");
    }
    return failed || mdp_put(writer, " ") || mdp_put_number(writer, number);
}

static int write_state(struct mdp_writer *writer, uint64_t state) {
    const struct mdp *mdp = writer->mdp;
    int any = 0, failed = state == mdp->initial ? write_number(writer, state, &any, 0) : 0;
    uint64_t number = 1;
    for (uint32_t label = 0; label < mdp->state_label_count && !failed; label++) {
        if (is_init(mdp, label)) {
            continue;
        }
        if (bitmap_has(mdp->state_labels[label], state)) {
            failed = write_number(writer, state, &any, number);
        }
        number++;
    }
    return failed || (any && mdp_put(writer, "\n"));
}

static int write_labels(struct mdp_writer *writer) {
    int failed = write_declarations(writer);
    for (uint64_t state = 0; state < writer->mdp->states && !failed; state++) {
        failed = mdp_writer_go_on(writer, state) || write_state(writer, state);
    }
    return failed;
}

int mdp_write(const struct mdp *mdp, const char *path, const char *label_path, const struct run *run,
              struct error *error) {
    struct mdp_writer writer = {.mdp = mdp, .path = label_path, .run = run, .error = error};
    if (label_path != NULL && mdp_writer_check_state_labels(&writer) != 0) {
        return -1;
    }
    return mdp_writer_file(&writer, path, write_transitions) != 0 ||
                   (label_path != NULL && mdp_writer_file(&writer, label_path, write_labels) != 0)
               ? -1
               : 0;
}
