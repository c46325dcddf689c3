/* Writes automata (tgba_write.h). */
#include "specs/ltl/tgba_write.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

/* --- guards --- */

/* Products of literals, with signs in between. */
struct guard_writing {
    const struct tgba_texts *texts;
    output *output;
    struct error *error;
    const char *no, *both, *either, *nothing; /* signs */
    int uses_names;                           /* p0, else the number */
    uint64_t products;
};

static int put_product(void *context, const uint8_t *value) {
    struct guard_writing *writing = context;
    uint32_t literals = 0;
    int failed =
        writing->products++ > 0 && output_text(writing->output, writing->either, writing->error) != 0;
    for (uint32_t a = 0; a < writing->texts->atoms && !failed; a++) {
        if (value[a] != BDD_ANY) {
            failed = (literals++ > 0 && output_text(writing->output, writing->both, writing->error) != 0) ||
                     (value[a] == 0 && output_text(writing->output, writing->no, writing->error) != 0) ||
                     (writing->uses_names && output_text(writing->output, "p", writing->error) != 0) ||
                     output_number(writing->output, a, writing->error) != 0;
        }
    }
    return failed || (literals == 0 && output_text(writing->output, writing->nothing, writing->error) != 0);
}

static int write_guard(struct guard_writing *writing, bdd guard) {
    struct bdd_pool *pool = writing->texts->automaton->pool;
    writing->products = 0;
    return bdd_products(pool, guard, writing->texts->atoms, put_product, writing);
}

/* A text in quotes. */
static int write_quoted(output *output, const char *text, struct error *error) {
    int failed = output_text(output, "\"", error) != 0;
    for (const char *at = text; *at != '\0' && !failed; at++) {
        failed = ((*at == '"' || *at == '\\') && output_text(output, "\\", error) != 0) ||
                 output_write(output, *at == '\n' ? " " : at, 1, error) != 0;
    }
    return failed || output_text(output, "\"", error) != 0 ? -1 : 0;
}

static int write_marks(uint64_t marks, output *output, struct error *error) {
    const char *before = " {";
    int failed = 0;
    for (unsigned m = 0; m < TGBA_MOST_MARKS && !failed; m++) {
        if (marks >> m & 1) {
            failed = output_text(output, before, error) != 0 || output_number(output, m, error) != 0;
            before = " ";
        }
    }
    return failed || (marks != 0 && output_text(output, "}", error) != 0) ? -1 : 0;
}

/* --- the Hanoi format --- */

static int write_hoa_head(const struct tgba_texts *texts, output *output, struct error *error) {
    const struct tgba *automaton = texts->automaton;
    const uint64_t states = automaton->states, marks = automaton->marks;
    int failed = output_text(output, "HOA: v1\nname: ", error) != 0 ||
                 write_quoted(output, texts->formula, error) != 0 ||
                 output_print(output, error, "\ntool: \"heddle\"\nStates: %lu\n", states) != 0 ||
                 (states > 0 && output_print(output, error, "Start: %u\n", automaton->initial) != 0) ||
                 output_print(output, error, "AP: %u", texts->atoms) != 0;
    for (uint32_t a = 0; a < texts->atoms && !failed; a++) {
        failed = output_text(output, " ", error) != 0 || write_quoted(output, texts->atom[a], error) != 0;
    }
    failed = failed ||
             (marks == 0   ? output_text(output, "\nacc-name: all", error)
              : marks == 1 ? output_text(output, "\nacc-name: Buchi", error)
                           : output_print(output, error, "\nacc-name: generalized-Buchi %lu", marks)) != 0;
    failed = failed || output_print(output, error, "\nAcceptance: %lu %s", marks, marks == 0 ? "t" : "") != 0;
    for (unsigned m = 0; m < marks && !failed; m++) {
        failed = output_print(output, error, "%sInf(%u)", m > 0 ? " & " : "", m) != 0;
    }
    return failed || output_print(output, error,
                                  "\nproperties: trans-labels explicit-labels trans-acc%s\n--BODY--\n",
                                  tgba_is_deterministic(automaton) ? " deterministic" : "") != 0
               ? -1
               : 0;
}

int tgba_write_hoa(const struct tgba_texts *texts, output *output, struct error *error) {
    const struct tgba *automaton = texts->automaton;
    struct guard_writing writing = {texts, output, error, "!", " & ", " | ", "t", 0, 0};
    int failed = write_hoa_head(texts, output, error) != 0;
    for (uint32_t s = 0; s < automaton->states && !failed; s++) {
        failed = output_print(output, error, "State: %u\n", s) != 0;
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1] && !failed; i++) {
            const struct tgba_edge *edge = &automaton->edge.data[i];
            failed = output_text(output, "[", error) != 0 || write_guard(&writing, edge->guard) != 0 ||
                     output_print(output, error, "] %u", edge->target) != 0 ||
                     write_marks(edge->marks, output, error) != 0 || output_text(output, "\n", error) != 0;
        }
    }
    return failed || output_text(output, "--END--\n", error) != 0 ? -1 : 0;
}

/* --- pictures --- */

static int write_dot_atoms(const struct tgba_texts *texts, output *output, struct error *error) {
    int failed = 0;
    for (uint32_t a = 0; a < texts->atoms && !failed; a++) {
        failed = output_print(output, error, "  // p%u is ", a) != 0 ||
                 write_quoted(output, texts->atom[a], error) != 0 || output_text(output, "\n", error) != 0;
    }
    return failed ? -1 : 0;
}

int tgba_write_dot(const struct tgba_texts *texts, output *output, struct error *error) {
    const struct tgba *automaton = texts->automaton;
    struct guard_writing writing = {texts, output, error, "!", " & ", " | ", "true", 1, 0};
    int failed =
        output_text(output, "digraph formula {\n  rankdir=LR\n  label=", error) != 0 ||
        write_quoted(output, texts->formula, error) != 0 ||
        output_text(output, "\n  node [shape=circle]\n", error) != 0 ||
        write_dot_atoms(texts, output, error) != 0 ||
        (automaton->states > 0 &&
         output_print(output, error, "  start [shape=point]\n  start -> %u\n", automaton->initial) != 0);
    for (uint32_t s = 0; s < automaton->states && !failed; s++) {
        failed = output_print(output, error, "  %u\n", s) != 0;
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1] && !failed; i++) {
            const struct tgba_edge *edge = &automaton->edge.data[i];
            failed = output_print(output, error, "  %u -> %u [label=\"", s, edge->target) != 0 ||
                     write_guard(&writing, edge->guard) != 0 ||
                     write_marks(edge->marks, output, error) != 0 || output_text(output, "\"]\n", error) != 0;
        }
    }
    return failed || output_text(output, "}\n", error) != 0 ? -1 : 0;
}

/* --- never claims --- */

static int write_state(const struct tgba *automaton, uint32_t state, output *output, struct error *error) {
    const uint64_t begin = automaton->row.data[state];
    const int accepts = begin < automaton->row.data[state + 1] && automaton->edge.data[begin].marks != 0;
    return state == automaton->initial
               ? output_text(output, accepts ? "accept_init" : "T0_init", error)
               : output_print(output, error, "%s_S%u", accepts ? "accept" : "T0", state);
}

static int write_claim(struct guard_writing *writing, const struct tgba *automaton) {
    output *output = writing->output;
    struct error *error = writing->error;
    int failed = 0;
    for (uint32_t s = 0; s < automaton->states && !failed; s++) {
        const uint64_t begin = automaton->row.data[s], end = automaton->row.data[s + 1];
        failed = write_state(automaton, s, output, error) != 0 ||
                 output_text(output, begin == end ? ":\n  false;\n" : ":\n  if\n", error) != 0;
        for (uint64_t i = begin; i < end && !failed; i++) {
            failed = output_text(output, "  :: (", error) != 0 ||
                     write_guard(writing, automaton->edge.data[i].guard) != 0 ||
                     output_text(output, ") -> goto ", error) != 0 ||
                     write_state(automaton, automaton->edge.data[i].target, output, error) != 0 ||
                     output_text(output, "\n", error) != 0;
        }
        failed = failed || (begin != end && output_text(output, "  fi;\n", error) != 0);
    }
    return failed ? -1 : 0;
}

/* A comment, in which no text ends it. */
static int write_comment(output *output, const char *before, const char *text, const char *after,
                         struct error *error) {
    int failed = output_print(output, error, "/* %s", before) != 0;
    for (const char *at = text; *at != '\0' && !failed; at++) {
        failed = output_write(output, (*at == '/' && at > text && at[-1] == '*') || *at == '\n' ? " " : at, 1,
                              error) != 0;
    }
    return failed || output_print(output, error, "%s */\n", after) != 0 ? -1 : 0;
}

static int write_define(output *output, uint32_t atom, const char *text, struct error *error) {
    char before[40];
    snprintf(before, sizeof before, "#define p%u (", atom);
    return write_comment(output, before, text, ")", error);
}

int tgba_write_never(const struct tgba_texts *texts, output *output, struct error *error) {
    struct tgba automaton;
    struct guard_writing writing = {texts, output, error, "!", " && ", " || ", "true", 1, 0};
    int failed = tgba_degeneralise(texts->automaton, &automaton) != 0;
    failed = failed || write_comment(output, "accepts what satisfies: ", texts->formula, "", error) != 0;
    for (uint32_t a = 0; a < texts->atoms && !failed; a++) {
        failed = write_define(output, a, texts->atom[a], error) != 0;
    }
    failed = failed || output_text(output, "never {\n", error) != 0 ||
             (automaton.states == 0 && output_text(output, "T_init:\n  false;\n", error) != 0) ||
             write_claim(&writing, &automaton) != 0 || output_text(output, "}\n", error) != 0;
    tgba_free(&automaton);
    return failed ? -1 : 0;
}
