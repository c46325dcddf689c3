/* Writes MDPs as AUT, in the dialects of mCRL2 and CADP. */
#include <string.h>

#include "base/error.h"
#include "frontend/formats/mdp_write.h"
#include "frontend/formats/mdp_writer.h"
#include "frontend/formats/aut_write.h"

#define INTERNAL "i"

/* A choice without a name is internal. */
static const char *label_of(const struct mdp_writer *writer, uint64_t edge) {
    const char *name = mdp_writer_name(writer, edge);
    return name == NULL ? INTERNAL : name;
}

/* --- mCRL2 --- */

static const char *mcrl2_label(const struct mdp_writer *writer, uint64_t edge) {
    const char *label = label_of(writer, edge);
    return strcmp(label, INTERNAL) == 0 ? "tau" : label;
}

/* `s0 p0 s1 p1 .. sk`: a most probable state stands last and takes the rest. */
static int write_distribution(struct mdp_writer *writer, uint64_t begin, uint64_t end) {
    const uint32_t *targets = writer->mdp->targets;
    uint64_t last = begin;
    long double sum = 0;
    for (uint64_t edge = begin; edge < end; edge++) {
        double probability = mdp_writer_probability(writer, edge, end - begin);
        last = probability >= mdp_writer_probability(writer, last, end - begin) ? edge : last;
        sum += probability;
    }
    if (!(sum - mdp_writer_probability(writer, last, end - begin) < 1)) {
        return error_in(writer->error, ERROR_INPUT, writer->path,
                        "not written: so many probabilities sum to more than 1 that the last state of a "
                        "distribution has none left");
    }
    int failed = 0;
    for (uint64_t edge = begin; edge < end && !failed; edge++) {
        failed = edge != last && mdp_print(writer, "%u %s ", targets[edge],
                                           mdp_writer_probability_text(writer, edge, end - begin));
    }
    return failed || mdp_print(writer, "%u", targets[last]);
}

static int write_mcrl2_choice(struct mdp_writer *writer, uint64_t state, uint64_t choice, uint64_t begin,
                              uint64_t end) {
    (void)choice;
    return mdp_print(writer, "(%lu,\"%s\",", state, mcrl2_label(writer, begin)) ||
           write_distribution(writer, begin, end) || mdp_print(writer, ")\n");
}

/*
 * des (FIRST, TRANSITIONS, STATES). The state that stands for a distribution over initial states is written
 * in the header alone.
 */
static int write_mcrl2_header(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    uint64_t drawn = mdp->drawn_initial != 0;
    return mdp_print(writer, "des (") ||
           (drawn ? write_distribution(writer, mdp->offsets[mdp->initial], mdp->offsets[mdp->initial + 1])
                  : mdp_print(writer, "%u", mdp->initial)) ||
           mdp_print(writer, ", %lu, %lu)\n", mdp->choices - drawn, mdp->states - drawn);
}

static int write_mcrl2_state(struct mdp_writer *writer, uint64_t state) {
    return mdp_writer_each_choice(writer, state, write_mcrl2_choice);
}

static int write_mcrl2(struct mdp_writer *writer) {
    uint64_t states = writer->mdp->states - (writer->mdp->drawn_initial ? 1 : 0);
    return write_mcrl2_header(writer) || mdp_writer_each_state(writer, states, write_mcrl2_state);
}

/* --- CADP --- */

/* Two choices of a state with `L; prob P` of the same L would be read as one. */
static int check_choice(struct mdp_writer *writer, uint64_t state, uint64_t edge) {
    const struct mdp *mdp = writer->mdp;
    uint32_t label = mdp->labels == NULL ? MDP_NO_LABEL : mdp->labels[edge];
    uint32_t *used = &writer->used[label == MDP_NO_LABEL ? mdp->label_count : label];
    if (*used == (uint32_t)state) {
        return error_in(writer->error, ERROR_INPUT, writer->path,
                        "not written: state %llu has two choices with probabilities%s%.200s%s, which labels "
                        "`prob` do not tell apart: --dialect mcrl2 does",
                        (unsigned long long)state, label == MDP_NO_LABEL ? "" : " and the label \"",
                        label == MDP_NO_LABEL ? "" : mdp->label_text[label],
                        label == MDP_NO_LABEL ? "" : "\"");
    }
    *used = (uint32_t)state;
    return 0;
}

static int write_cadp_choice(struct mdp_writer *writer, uint64_t state, uint64_t choice, uint64_t begin,
                             uint64_t end) {
    (void)choice;
    const uint32_t *targets = writer->mdp->targets;
    if (end - begin == 1) {
        return aut_write_transition(writer->output, state, label_of(writer, begin), targets[begin],
                                    writer->error);
    }
    const char *name = mdp_writer_name(writer, begin);
    int failed = check_choice(writer, state, begin);
    for (uint64_t edge = begin; edge < end && !failed; edge++) {
        failed = mdp_print(writer, "(%lu,\"%s%sprob %s\",%u)\n", state, name != NULL ? name : "",
                           name != NULL ? "; " : "", mdp_writer_probability_text(writer, edge, end - begin),
                           targets[edge]);
    }
    return failed;
}

static int write_cadp_state(struct mdp_writer *writer, uint64_t state) {
    return mdp_writer_each_choice(writer, state, write_cadp_choice);
}

static int write_cadp(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    return aut_write_header(writer->output, mdp->initial, mdp->edges, mdp->states, writer->error) ||
           mdp_writer_each_state(writer, mdp->states, write_cadp_state);
}

int mdp_write_aut(const struct mdp *mdp, const char *path, enum mdp_dialect dialect, const struct run *run,
                  struct error *error) {
    struct mdp_writer writer = mdp_writer_of(mdp, NULL, run, error);
    if (mdp->rates || mdp->initials != NULL) {
        return error_in(error, ERROR_INPUT, path, "not written: .aut has no %s: write .drn",
                        mdp->rates ? "rates of a Markov chain" : "second initial state");
    }
    writer.fractions = dialect == MDP_DIALECT_MCRL2;
    return mdp_writer_end(
        &writer,
        mdp_writer_file(&writer, path, dialect == MDP_DIALECT_MCRL2 ? write_mcrl2 : write_cadp) != 0);
}
