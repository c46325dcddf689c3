/*
 * Properties of linear time on random models of all kinds, beside the definition
 * (tests/oracle/oracle_runs.h): networks, PRISM models, and networks of both; with every engine, layout and
 * number of threads. All evidence is verified, and what is changed in it is refuted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/text/text_buffer.h"
#include "checker/check.h"
#include "checker/check_steps.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/run_fairness.h"
#include "checker/evidence/run_letters.h"
#include "checker/evidence/trace_table.h"
#include "checker/property/fairness.h"
#include "checker/simulate/followed.h"
#include "explorer/backend.h"
#include "explorer/model/stubborn.h"
#include "tests/oracle/oracle_runs.h"
#include "specs/ltl/tgba_write.h"
#include "tests/random/random_ltl.h"
#include "tests/random/random_network.h"
#include "tests/support/backend_test.h"
#include "tests/support/ltl_build.h"
#include "tests/support/ranks_judge.h"
#include "tests/support/run_certificate.h"
#include "tests/support/evidence_judge.h"
#include "tests/support/testing.h"
#include "tests/support/walked_model.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define CASES 60u
#else
#define CASES 400u
#endif
#define FORMULAS 6u /* of each model */
#define WALKS 6u    /* of each formula */
#define NETWORKS 8u /* are drawn for one that is small enough */
#define MOST_ATOMS 4u
#define MOST_NODES 12000u /* of a tableau: edges and states, times guesses */

/* --- atoms --- */

/* What an atom says, as text and by definition. */
struct atom {
    char text[128];
    enum { OF_LABEL, OF_PREFIX, OF_END, OF_STEP, OF_STATE } kind;
    char label[64];
    uint32_t states_from; /* OF_STATE: bits of `where` */
};

struct subject {
    struct walked_model model;
    struct atom atom[MOST_ATOMS];
    unsigned atoms;
    uint32_t edge_atoms[WALKED_MOST_EDGES], state_atoms[WALKED_MOST_STATES], end_atoms;
    const struct oracle_ltl *formula; /* what is checked of .. */
    const struct oracle_runs *runs;   /* .. these; NULL: another property */
};

static int is_plain(const char *label) {
    return strlen(label) < 40 &&
           strspn(label, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ !") ==
               strlen(label);
}

static void draw_event(struct subject *subject, uint64_t *random, struct atom *atom) {
    const uint32_t labels = walker_label_count(subject->model.walker);
    const char *label = labels == 0 ? "" : walker_label(subject->model.walker, random_draw(random, labels));
    atom->kind = random_draw(random, 4) == 0 ? OF_PREFIX : OF_LABEL;
    if (!is_plain(label) || *label == '\0') {
        atom->kind = OF_END;
        snprintf(atom->text, sizeof atom->text, "deadlock");
    } else if (strcmp(label, "i") == 0) {
        atom->kind = OF_LABEL;
        snprintf(atom->label, sizeof atom->label, "i");
        snprintf(atom->text, sizeof atom->text, "i");
    } else if (atom->kind == OF_PREFIX && strchr("iI", *label) == NULL) {
        snprintf(atom->label, sizeof atom->label, "%c", *label);
        snprintf(atom->text, sizeof atom->text, "'%c.*'", *label);
    } else {
        atom->kind = OF_LABEL;
        snprintf(atom->label, sizeof atom->label, "%s", label);
        snprintf(atom->text, sizeof atom->text, "\"%s\"", label);
    }
}

static void draw_predicate(struct subject *subject, uint64_t *random, struct atom *atom) {
    FILE *out = test_present(fmemopen(atom->text, sizeof atom->text, "w"));
    atom->kind = OF_STATE;
    walked_model_put_test(&subject->model, random, out);
    fclose(out);
}

static void draw_atoms(struct subject *subject, int has_data, uint64_t *random) {
    subject->atoms = 1 + random_draw(random, MOST_ATOMS);
    for (unsigned a = 0; a < subject->atoms; a++) {
        struct atom *atom = &subject->atom[a];
        const uint32_t what = random_draw(random, 12);
        *atom = (struct atom){.kind = OF_END};
        if (what == 0 || what == 1) {
            atom->kind = what == 0 ? OF_END : OF_STEP;
            snprintf(atom->text, sizeof atom->text, "%s", what == 0 ? "deadlock" : "any");
        } else if (has_data && what < 7) {
            draw_predicate(subject, random, atom);
        } else {
            draw_event(subject, random, atom);
        }
    }
}

static int edge_has(const struct atom *atom, const char *label) {
    return atom->kind == OF_STEP || (atom->kind == OF_LABEL && strcmp(label, atom->label) == 0) ||
           (atom->kind == OF_PREFIX && strcmp(label, "i") != 0 && *label == *atom->label);
}

/* Marks where the atoms hold. Returns whether each has a value in each state. */
static int mark_atoms(struct subject *subject) {
    struct walked_model *model = &subject->model;
    int fine = 1;
    memset(subject->state_atoms, 0, sizeof subject->state_atoms);
    subject->end_atoms = 0;
    for (unsigned a = 0; a < subject->atoms; a++) {
        const struct atom *atom = &subject->atom[a];
        uint32_t predicate = 0;
        const char *text = strchr(atom->text, '{');
        struct source_position where = {"atom", 1, 1};
        subject->end_atoms |= (uint32_t)(atom->kind == OF_END) << a;
        if (atom->kind == OF_STATE) {
            fine &= language_predicate(model->tree, text + 1, strlen(text) - 2, where, &predicate,
                                       &place.error) == 0;
        }
        for (uint32_t s = 0; s < model->states && fine && atom->kind == OF_STATE; s++) {
            const int holds = walker_holds(model->walker, predicate, model->tuples[s], &place.error);
            subject->state_atoms[s] |= (uint32_t)(holds == 1) << a;
            fine &= holds >= 0;
        }
        for (uint64_t e = 0; e < model->edges; e++) {
            subject->edge_atoms[e] =
                (a == 0 ? 0 : subject->edge_atoms[e]) | (uint32_t)edge_has(atom, model->label[e]) << a;
        }
    }
    return fine;
}

static void put(const struct subject *subject, const struct oracle_ltl *of, FILE *out) {
    const char *text[MOST_ATOMS];
    for (unsigned a = 0; a < subject->atoms; a++) {
        text[a] = subject->atom[a].text;
    }
    ltl_put(of, text, out);
}

/* --- fairness --- */

/* What is assumed: of processes, and of a few labels. */
struct assumption {
    struct fairness fairness;
    char text[600];
    uint32_t conditions, strong, edge_moves[WALKED_MOST_EDGES];
};

static void add_condition(struct assumption *assumption, enum fairness_strength strength) {
    assumption->strong |= (uint32_t)(strength == FAIRNESS_STRONG) << assumption->conditions++;
}

static void assume_each_process(const struct walked_model *model, enum fairness_strength strength,
                                struct assumption *assumption) {
    assumption->fairness.processes = strength;
    for (uint32_t p = 0; p < walker_processes(model->walker); p++) {
        for (uint64_t e = 0; e < model->edges; e++) {
            assumption->edge_moves[e] |= (model->movers[e] >> p & 1) << assumption->conditions;
        }
        add_condition(assumption, strength);
    }
}

static int has_few_processes(const struct walked_model *model) {
    return model->has_movers && walker_processes(model->walker) <= 12;
}

static void assume_processes(const struct walked_model *model, uint64_t *random,
                             struct assumption *assumption) {
    if (has_few_processes(model) && random_draw(random, 3) != 0) {
        assume_each_process(model, random_draw(random, 2) ? FAIRNESS_WEAK : FAIRNESS_STRONG, assumption);
    }
}

/* One condition for the labels that begin with a letter, or for a label; or one each. */
static void assume_labels(const struct walked_model *model, uint64_t *random, struct assumption *assumption) {
    const uint32_t count = model->edges == 0 ? 0 : random_draw(random, 3);
    for (uint32_t i = 0; i < count; i++) {
        const char *label = model->label[random_draw(random, (uint32_t)model->edges)];
        const int prefix = random_draw(random, 3) == 0, each = random_draw(random, 3) == 0;
        const enum fairness_strength strength = random_draw(random, 2) ? FAIRNESS_WEAK : FAIRNESS_STRONG;
        if (!is_plain(label) || strchr("iI", *label) != NULL || *label == '\0') {
            continue;
        }
        text_append(assumption->text, sizeof assumption->text, "%s%s:%s",
                    *assumption->text == '\0' ? "" : ",", fairness_names[strength], each ? "each:" : "");
        text_append(assumption->text, sizeof assumption->text, prefix ? "'%.1s.*'" : "\"%s\"", label);
        const char *met[16];
        uint32_t first = assumption->conditions, labels = 0;
        for (uint64_t e = 0; e < model->edges; e++) {
            const char *own = model->label[e];
            const int matches = prefix ? *own == *label && strcmp(own, "i") != 0 : strcmp(own, label) == 0;
            uint32_t number = 0;
            while (each && matches && number < labels && strcmp(met[number], own) != 0) {
                number++;
            }
            if (!matches || first + number > 28 || number == LENGTH(met)) {
                continue;
            }
            if (number == labels) {
                met[labels++] = own;
                add_condition(assumption, strength);
            }
            assumption->edge_moves[e] |= 1u << (first + number);
        }
    }
}

/* A strong condition for each of the first labels. */
static void assume_each_label(const struct walked_model *model, struct assumption *assumption) {
    for (uint64_t e = 0; e < model->edges && assumption->conditions < 10; e++) {
        const char *label = model->label[e];
        uint64_t first = 0;
        while (first < e && strcmp(model->label[first], label) != 0) {
            first++;
        }
        if (first < e || !is_plain(label) || strcmp(label, "i") == 0 || *label == '\0') {
            continue;
        }
        text_append(assumption->text, sizeof assumption->text, "%sstrong:\"%s\"",
                    *assumption->text == '\0' ? "" : ",", label);
        for (uint64_t k = e; k < model->edges; k++) {
            assumption->edge_moves[k] |= (uint32_t)(strcmp(model->label[k], label) == 0)
                                         << assumption->conditions;
        }
        add_condition(assumption, FAIRNESS_STRONG);
    }
}

/* --- what is compared --- */

struct tally {
    struct random_prism random;
    struct ranks_tally ranks;
    uint64_t mismatches, models[3], formulas, holding, violated, ends, lassos, confirmed, refuted, cut, fair,
        unknown, fair_loops, unfair_loops, files, letters, open, explained, reduced, ignoring, seeing, unmet,
        met, unneeded, certified, forged, changed, rejected, unfair, parts, followed, certain;
    uint64_t modules_hold, modules_violated, modules_needed; /* with fairness of modules */
};

/* --- how it is shown --- */

static struct evidence_subject about_model(const struct walked_model *model) {
    return (struct evidence_subject){model->path, language_options(model->tree), walker_names(model->walker),
                                     model->width, model->walker};
}

static uint32_t state_of(const struct walked_model *model, const uint32_t *tuple) {
    uint32_t state = 0;
    while (memcmp(model->tuples[state], tuple, model->width * sizeof *tuple) != 0) {
        state++;
    }
    return state;
}

static uint32_t edge_of(const struct walked_model *model, const struct trace *trace, uint64_t step) {
    const uint32_t from = state_of(model, trace_state(trace, step)),
                   to = state_of(model, trace_state(trace, step + 1));
    uint64_t e = model->offsets[from];
    while (model->target[e] != to || strcmp(model->label[e], trace->labels[step]) != 0) {
        e++;
    }
    return (uint32_t)e;
}

/* The atom of the subject that the formula has in these words. `any` is no atom, but the opposite of one. */
static unsigned atom_named(const struct subject *subject, const char *text) {
    unsigned a = 0;
    while (a < subject->atoms && strcmp(subject->atom[a].text, text) != 0) {
        a++;
    }
    return a;
}

/* By definition, at a position; -1 if there is no such atom. */
static int letter_of(const struct subject *subject, const struct trace *trace, uint64_t position,
                     const char *text, int ends) {
    const unsigned a = atom_named(subject, text);
    const int is_end = position == trace->steps;
    if (is_end && !ends && *text != '{') {
        return strcmp(text, "deadlock") == 0 ? RUN_LETTER_FALSE : RUN_LETTER_UNKNOWN;
    }
    if (a == subject->atoms) { /* `deadlock`, where only `any` is written */
        return strcmp(text, "deadlock") == 0 ? is_end : -1;
    }
    const uint32_t holds =
        subject->state_atoms[state_of(&subject->model, trace_state(trace, position))] |
        (is_end ? subject->end_atoms : subject->edge_atoms[edge_of(&subject->model, trace, position)]);
    return (int)(holds >> a & 1);
}

/* Whether a line of a table ends with these signs. */
static int ends_with(const char *line, size_t length, const char *signs) {
    for (size_t k = strlen(signs); k-- > 0;) {
        if (length == 0 || line[length - 1] != signs[k] || strchr("*.?", signs[k]) == NULL) {
            return 0;
        }
        for (length--; length > 0 && line[length - 1] == ' ' && k > 0; length--) {
        }
    }
    return length > 0 && line[length - 1] == ' ';
}

/* Whether the table has the letters: the next line that ends with those of a position is after that of the
 * position before, and as many lines have letters. */
static int table_has(const struct evidence_claim *claim, const struct run_letters *letters) {
    char *text = NULL, signs[MOST_ATOMS + 2];
    size_t size;
    uint64_t position = 0, lines = 0;
    FILE *out = test_present(open_memstream(&text, &size));
    int fine = trace_print_claim(claim, UINT64_MAX, &place.memory, out) == 0;
    fclose(out);
    for (const char *line = strchr(text, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
        const size_t length = strcspn(line, "\n");
        for (uint32_t a = 0; a < letters->atoms && position < letters->positions; a++) {
            signs[a] = ".*?"[run_letters_at(letters, position, a)];
        }
        signs[letters->atoms] = '\0';
        position += position < letters->positions && ends_with(line, length, signs);
        lines += length > 1 && strchr("*.?", line[length - 1]) != NULL && line[length - 2] == ' ';
    }
    fine &= letters->atoms == 0 || (position == letters->positions && lines == position);
    fine &= (strstr(text, "-- here the run ends, for ever --\n") != NULL ||
             strstr(text, "-- here the run ends, for ever -- ") != NULL) == letters->ends;
    fine &= (strstr(text, "-- violated, however the run goes on --") != NULL) == letters->is_open;
    free(text);
    return fine;
}

/* Whether the trace is the beginning of runs, and its last state has atoms. */
static int is_open(const struct run_letters *letters, const struct trace *trace) {
    uint32_t a = 0;
    while (a < letters->atoms && *letters->text[a].data != '{') {
        a++;
    }
    return trace->lasso == TRACE_NO_LASSO && (trace->steps == 0 || a < letters->atoms);
}

/* Compares the letters of a trace with the definition. NULL, or what differs. */
static const char *judge_letters(struct tally *tally, const struct subject *subject,
                                 const struct property *property, const struct trace *trace) {
    const struct walked_model *model = &subject->model;
    const struct evidence_subject about = about_model(model);
    const struct evidence_claim claim = {&about, property, 0, trace, NULL};
    struct run_letters letters;
    const uint32_t last = state_of(model, trace_state(trace, trace->steps));
    const int ends = trace->lasso == TRACE_NO_LASSO && model->offsets[last] == model->offsets[last + 1];
    const char *what = run_letters_make(&claim, &place.memory, &letters) != 0 || !letters.is_known
                           ? "no letters"
                       : letters.ends != ends || letters.is_open != (!ends && is_open(&letters, trace)) ||
                               letters.positions != trace->steps + (uint64_t)(ends || letters.is_open)
                           ? "a wrong end of the run"
                           : NULL;
    for (uint64_t p = 0; p < letters.positions && what == NULL; p++) {
        for (uint32_t a = 0; a < letters.atoms; a++) {
            const int holds = letter_of(subject, trace, p, letters.text[a].data, ends);
            tally->open += holds == RUN_LETTER_UNKNOWN;
            what = holds < 0 || run_letters_at(&letters, p, a) != (enum run_letter)holds ? "a wrong letter"
                                                                                         : what;
            tally->letters += holds == RUN_LETTER_TRUE;
        }
    }
    what = what == NULL && !table_has(&claim, &letters) ? "a table with other letters" : what;
    run_letters_free(&place.memory, &letters);
    return what;
}

/* Whether process p moves, or can move, by the edges of the state at a position. */
static int can_move(const struct walked_model *model, const struct trace *trace, uint64_t position,
                    uint32_t p, int in_step) {
    const uint32_t state = state_of(model, trace_state(trace, position));
    int can = 0;
    for (uint64_t e = model->offsets[state]; e < model->offsets[state + 1]; e++) {
        const int is_step = strcmp(model->label[e], trace->labels[position]) == 0 &&
                            model->target[e] == state_of(model, trace_state(trace, position + 1));
        can |= (!in_step || is_step) && (model->movers[e] >> p & 1);
    }
    return can;
}

/* Why the loop is fair to each process, by definition. NULL, or what differs. */
static const char *judge_reasons(struct tally *tally, const struct subject *subject,
                                 const struct property *property, const struct trace *trace) {
    const struct walked_model *model = &subject->model;
    const struct evidence_subject about = about_model(model);
    const struct evidence_claim claim = {&about, property, 0, trace, NULL};
    struct run_fairness fairness;
    const char *what = run_fairness_find(&claim, &place.memory, &fairness) != 0 ? "no reasons"
                       : fairness.condition.count != walker_processes(model->walker)
                           ? "not a reason for each process"
                           : NULL;
    for (uint32_t p = 0; p < walker_processes(model->walker) && what == NULL; p++) {
        const struct run_condition *condition = &fairness.condition.data[p];
        uint64_t taken = trace->lasso, never = trace->lasso, idle = trace->lasso;
        while (taken < trace->steps && !can_move(model, trace, taken, p, 1)) {
            taken++;
        }
        while (idle < trace->steps && can_move(model, trace, idle, p, 0)) {
            idle++;
        }
        while (never < trace->steps && !can_move(model, trace, never, p, 0)) {
            never++;
        }
        const int fits = taken < trace->steps ? condition->reason == RUN_TAKEN && condition->step == taken + 1
                         : never == trace->steps ? condition->reason == RUN_NOT_POSSIBLE
                                                 : condition->reason == RUN_IMPOSSIBLE &&
                                                       condition->step == idle && idle < trace->steps;
        what = !fits || strcmp(condition->name, walker_process_name(model->walker, p)) != 0 ? "a wrong reason"
                                                                                            : NULL;
        tally->explained++;
    }
    run_fairness_free(&place.memory, &fairness);
    return what;
}

/* The subject with the whole path of its file. */
static struct evidence_subject about_file(const struct subject *subject, char path[600]) {
    const char *own = subject->model.path;
    struct evidence_subject about = about_model(&subject->model);
    snprintf(path, 600, "%s", own[0] == '/' ? own : test_folder_path(&place.folder, own));
    about.network = path;
    return about;
}

/* What verify says of the trace as evidence against a property: as it exits. */
static int judge_claim(const struct subject *subject, const struct property *property,
                       const struct trace *trace) {
    char model[600];
    const struct evidence_subject about = about_file(subject, model);
    const char *path = test_folder_path(&place.folder, "evidence.json");
    const struct evidence_claim claim = {&about, property, 0, trace, NULL};
    return evidence_write(path, FILE_JSON, &claim, &place.run, &place.error) != 0
               ? -1
               : evidence_judge(path, &place.run, NULL, &place.error);
}

/* The same against the opposite. */
static int judge_opposite(const struct subject *subject, const struct property *property,
                          const struct trace *trace) {
    struct error warning = {.code = ERROR_NONE};
    const struct property_maker maker = {.tree = subject->model.tree,
                                         .run = &place.run,
                                         .error = &place.error,
                                         .warning = &warning,
                                         .fairness = property->fairness};
    struct property opposite = {.kind = PROPERTY_LTL};
    char text[4000];
    snprintf(text, sizeof text, "!(%s)", property->text);
    const int exit = property_make(&maker, PROPERTY_LTL, text, &opposite) != 0
                         ? -1
                         : judge_claim(subject, &opposite, trace);
    property_free(&opposite, &place.run);
    return exit;
}

/* Whether the loop of a lasso is fair, from what the walker found. */
static int loop_is_fair(const struct walked_model *model, const struct trace *trace,
                        const struct assumption *assumption) {
    const uint64_t bytes = model->width * sizeof(uint32_t);
    uint32_t always = (1u << assumption->conditions) - 1, sometimes = 0, taken = 0;
    for (uint64_t step = trace->lasso; step < trace->steps; step++) {
        uint32_t state = 0, own = 0;
        while (memcmp(model->tuples[state], trace_state(trace, step), bytes) != 0) {
            state++;
        }
        for (uint64_t e = model->offsets[state]; e < model->offsets[state + 1]; e++) {
            own |= assumption->edge_moves[e];
            taken |= strcmp(model->label[e], trace->labels[step]) == 0 &&
                             memcmp(model->tuples[model->target[e]], trace_state(trace, step + 1), bytes) == 0
                         ? assumption->edge_moves[e]
                         : 0;
        }
        always &= own;
        sometimes |= own;
    }
    return (((sometimes & assumption->strong) | (always & ~assumption->strong)) & ~taken) == 0;
}

/* The same trace, where runs are assumed to be fair. NULL, or what is wrong. */
static const char *judge_assumption(struct tally *tally, const struct subject *subject,
                                    const struct property *property, const struct trace *trace,
                                    struct assumption *assumption) {
    struct error warning = {.code = ERROR_NONE};
    const struct property_maker maker = {
        .tree = subject->model.tree, .run = &place.run, .error = &place.error, .warning = &warning};
    struct property fair = *property;
    fair.fairness = &assumption->fairness;
    const int is_fair = loop_is_fair(&subject->model, trace, assumption);
    const int failed =
        *assumption->text != '\0' && fairness_read(&maker, assumption->text, &assumption->fairness) != 0;
    const int exit = failed ? -1 : judge_claim(subject, &fair, trace);
    const char *what =
        is_fair && *assumption->text == '\0' ? judge_reasons(tally, subject, &fair, trace) : NULL;
    fairness_free(&assumption->fairness, &place.run);
    tally->fair_loops += is_fair != 0;
    tally->unfair_loops += is_fair == 0;
    return what != NULL       ? what
           : exit == !is_fair ? NULL
           : is_fair          ? "a fair loop is refuted"
                              : "an unfair loop is confirmed";
}

/* The same for each process, weakly and strongly, and for a few labels. */
static const char *judge_fair(struct tally *tally, const struct subject *subject,
                              const struct property *property, const struct trace *trace, uint64_t *random) {
    static struct assumption assumption;
    const struct walked_model *model = &subject->model;
    const char *what = NULL;
    for (enum fairness_strength strength = FAIRNESS_WEAK;
         strength <= FAIRNESS_STRONG && has_few_processes(model) && what == NULL; strength++) {
        assumption = (struct assumption){.conditions = 0};
        assume_each_process(model, strength, &assumption);
        what = judge_assumption(tally, subject, property, trace, &assumption);
    }
    assumption = (struct assumption){.conditions = 0};
    assume_labels(model, random, &assumption);
    return what == NULL && assumption.conditions != 0
               ? judge_assumption(tally, subject, property, trace, &assumption)
               : what;
}

/* Verifies the evidence of a violation. NULL, or what is wrong. */
static const char *judge_evidence(struct tally *tally, const struct subject *subject,
                                  const struct property *property, const struct check_result *result,
                                  uint64_t *random) {
    const char *what = subject->atoms == 0 ? NULL : judge_letters(tally, subject, property, &result->trace);
    if (what != NULL) {
        return what;
    }
    const int exit = judge_claim(subject, property, &result->trace);
    if (exit == 3 && fairness_is_assumed(property->fairness) && result->cycle_length == 0) {
        tally->unknown++; /* it needs more than the trace to see that fair runs go on to a violation */
        return NULL;
    }
    tally->confirmed += exit == 0;
    if (exit != 0) {
        return "the evidence is not confirmed";
    }
    if (property->kind == PROPERTY_LTL && judge_opposite(subject, property, &result->trace) != 1) {
        return "a run violates a formula and its opposite";
    }
    return result->cycle_length != 0 && property->fairness == NULL
               ? judge_fair(tally, subject, property, &result->trace, random)
               : NULL;
}

/* --- certificates --- */

#define CHANGES 6u /* of a certificate */

/* Changes an operator or an atom of a formula. */
static void change_formula(struct oracle_ltl *formula, unsigned atoms, uint64_t *random) {
    struct oracle_ltl *at = formula;
    while (at->left != NULL && random_draw(random, 3) != 0) {
        at = (struct oracle_ltl *)(at->right != NULL && random_draw(random, 2) ? at->right : at->left);
    }
    if (at->kind == ORACLE_ATOM) {
        at->atom = random_draw(random, atoms);
    } else if (at->right != NULL) {
        at->kind = (enum oracle_ltl_kind)(random_draw(random, 2) ? ORACLE_AND + random_draw(random, 5)
                                                                 : ORACLE_UNTIL + random_draw(random, 4));
    } else if (at->left != NULL) {
        static const enum oracle_ltl_kind kinds[] = {ORACLE_NOT, ORACLE_NEXT, ORACLE_FINALLY,
                                                     ORACLE_GLOBALLY};
        at->kind = kinds[random_draw(random, LENGTH(kinds))];
    }
}

static struct oracle_ltl *copy_formula(arena *arena, const struct oracle_ltl *of) {
    struct oracle_ltl *copy = test_present(arena_allocate(arena, sizeof *copy));
    *copy = *of;
    copy->left = of->left == NULL ? NULL : copy_formula(arena, of->left);
    copy->right = of->right == NULL ? NULL : copy_formula(arena, of->right);
    return copy;
}

/* Sets a text of the property in the head, or removes it. */
static void set_claim(struct run_certificate *certificate, const char *key, const char *text) {
    json_t *property = json_array_get(json_object_get(certificate->head, "properties"), 0);
    if (text == NULL) {
        json_object_del(property, key);
    } else {
        json_object_set_new(property, key, json_string(text));
    }
}

/* Changes the claim. Returns whether it is true then. */
static int change_claim(const struct subject *subject, struct run_certificate *certificate,
                        uint64_t *random) {
    struct oracle_runs runs = *subject->runs;
    arena *arena = test_present(arena_create(&place.memory));
    struct oracle_ltl *formula = copy_formula(arena, subject->formula);
    char *text = NULL;
    size_t length = 0;
    const uint32_t what = runs.conditions == 0 ? 0 : random_draw(random, 3);
    if (what == 1) { /* nothing is fair */
        runs.conditions = 0;
        set_claim(certificate, "fairness", NULL);
        set_claim(certificate, "fair_labels", NULL);
    } else if (what == 2 &&
               json_object_get(json_array_get(json_object_get(certificate->head, "properties"), 0),
                               "fair_labels") == NULL) {
        runs.strong = 0;
        set_claim(certificate, "fairness", "weak");
    } else {
        change_formula(formula, subject->atoms, random);
    }
    FILE *out = test_present(open_memstream(&text, &length));
    put(subject, formula, out);
    fclose(out);
    set_claim(certificate, "formula", text);
    const int truth =
        oracle_ltl_temporal(formula) > ORACLE_RUNS_MOST_TEMPORAL || oracle_runs_satisfy(&runs, formula);
    free(text);
    arena_free(arena);
    return truth;
}

/* Changes one of the last numbers of a line. */
static void change_line(struct run_certificate *certificate, uint64_t *random) {
    const uint64_t line = random_draw(random, (uint32_t)certificate->lines);
    uint32_t *numbers = certificate->number + (line + 1) * certificate->width - 4;
    const uint32_t *other = certificate->number +
                            (random_draw(random, (uint32_t)certificate->lines) + 1) * certificate->width - 4;
    const uint32_t k = random_draw(random, 4);
    numbers[k] = random_draw(random, 3) != 0 ? other[k] : random_draw(random, 4);
}

/* Judges what was made of a certificate. NULL, or what is wrong. */
static const char *judge_change(struct tally *tally, const struct subject *subject, const char *path,
                                uint64_t *random) {
    struct run_certificate certificate = run_certificate_read(path);
    const char *what = NULL;
    char changed[600];
    const uint32_t how = random_draw(random, 4);
    int truth = 1;
    uint64_t without = UINT64_MAX;
    snprintf(changed, sizeof changed, "%s", test_folder_path(&place.folder, "changed.json"));
    if (how == 0) {
        without = random_draw(random, (uint32_t)certificate.lines);
    }
    if (how == 1 || how == 2) {
        truth = change_claim(subject, &certificate, random);
    }
    for (uint32_t i = how < 2 ? 0 : 1 + random_draw(random, 3); i > 0; i--) {
        change_line(&certificate, random);
    }
    run_certificate_write(&certificate, changed, without, how == 0 && random_draw(random, 2));
    const int exit = evidence_judge(changed, &place.run, NULL, &place.error);
    if (exit == 0 && (how == 0 || !truth)) {
        what = how == 0 ? "a certificate without one of its lines is confirmed" : "a forged one is confirmed";
    }
    tally->forged += !truth;
    tally->changed++;
    tally->rejected += exit != 0;
    run_certificate_free(&certificate);
    return what;
}

/* The certificate that a check has written. NULL, or what is wrong. */
static const char *judge_certificate(struct tally *tally, const struct subject *subject,
                                     const struct check *check, const char *path, uint64_t *random) {
    const char *what = NULL;
    if (!check->results[0].certified) {
        return check->certificate_error.text;
    }
    tally->certified++;
    if (evidence_judge(path, &place.run, NULL, &place.error) != 0) {
        return "the certificate is not confirmed";
    }
    struct run_certificate certificate = run_certificate_read(path);
    run_certificate_write(&certificate, test_folder_path(&place.folder, "packed.json"), UINT64_MAX, 1);
    const json_t *runs = json_object_get(certificate.head, "runs");
    tally->unfair += json_array_size(json_object_get(runs, "conditions")) != 0;
    tally->parts += json_array_size(json_object_get(runs, "parts")) != 0;
    run_certificate_free(&certificate);
    if (evidence_judge(test_folder_path(&place.folder, "packed.json"), &place.run, NULL, &place.error) != 0) {
        return "the packed certificate is not confirmed";
    }
    for (unsigned i = 0; i < CHANGES && subject->runs != NULL && what == NULL; i++) {
        what = judge_change(tally, subject, path, random);
    }
    return what;
}

static struct check_options draw_options(const struct backend *backend, walker *walker, uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5};
    return (struct check_options){.backend = backend,
                                  .explore.max_depth = UINT64_MAX,
                                  .explore.first_slots = random_draw(random, 2) ? 8 : 0,
                                  .words = words[random_draw(random, LENGTH(words))],
                                  .keep_going = (int)random_draw(random, 2),
                                  .vacuity = (int)random_draw(random, 2),
                                  .walker = walker};
}

/* --- antecedents --- */

/* A copy of the formula in which the implication is the negation of its left side. */
static const struct oracle_ltl *without(arena *arena, const struct oracle_ltl *of,
                                        const struct oracle_ltl *implication) {
    struct oracle_ltl *copy = test_present(arena_allocate(arena, sizeof *copy));
    *copy = *of;
    if (of == implication) {
        copy->kind = ORACLE_NOT;
        copy->right = NULL;
        return copy;
    }
    copy->left = of->left == NULL ? NULL : without(arena, of->left, implication);
    copy->right = of->right == NULL ? NULL : without(arena, of->right, implication);
    return copy;
}

/* Whether the left side of some implication is never met where that must hold. */
static int is_unmet(const struct subject *subject, arena *arena, const struct oracle_ltl *of) {
    switch (of->kind) {
    case ORACLE_AND:
        return is_unmet(subject, arena, of->left) || is_unmet(subject, arena, of->right);
    case ORACLE_GLOBALLY:
    case ORACLE_NEXT:
        return is_unmet(subject, arena, of->left);
    case ORACLE_IMPLIES:
        return of->right->kind != ORACLE_FALSE &&
               (oracle_runs_satisfy(subject->runs, without(arena, subject->formula, of)) ||
                is_unmet(subject, arena, of->right));
    default:
        return 0;
    }
}

/* NULL, or what is wrong about why a formula holds. */
static const char *judge_vacuity(struct tally *tally, const struct subject *subject,
                                 const struct check_options *options, const struct check_result *result) {
    arena *arena = test_present(arena_create(&place.memory));
    const int unmet = is_unmet(subject, arena, subject->formula);
    struct oracle_runs all = *subject->runs;
    all.conditions = 0;
    tally->unneeded += result->needs_no_fairness != 0;
    if (result->needs_no_fairness &&
        (subject->runs->conditions == 0 || !oracle_runs_satisfy(&all, subject->formula))) {
        arena_free(arena);
        return "it needs fairness";
    }
    const int is_known = options->vacuity && options->explore.max_states == 0 &&
                         (result->vacuous == VACUITY_NONE || result->vacuous == VACUITY_ANTECEDENT);
    tally->unmet += is_known && unmet;
    tally->met += is_known && !unmet;
    arena_free(arena);
    return is_known && (result->vacuous == VACUITY_ANTECEDENT) != unmet
               ? (unmet ? "an antecedent is never met" : "all antecedents are met")
               : NULL;
}

/* NULL, or what differs. */
static const char *judge_on(struct tally *tally, struct subject *subject, const struct backend *backend,
                            const struct property *property, int truth, uint64_t *random) {
    struct check_options options = draw_options(backend, subject->model.walker, random);
    place.run.threads = 1 + random_draw(random, 3);
    const int is_cut = random_draw(random, 8) == 0;
    options.explore.max_states = is_cut ? 1 + random_draw(random, 20) : 0;
    char certificate[600], path[600];
    const struct evidence_subject about = about_file(subject, path);
    snprintf(certificate, sizeof certificate, "%s", test_folder_path(&place.folder, "certificate.json"));
    options.certificate = property->kind == PROPERTY_LTL && random_draw(random, 3) != 0 ? certificate : NULL;
    options.subject = &about;
    options.explore.partial_order = options.certificate == NULL &&
                                    stubborn_refusal(subject->model.network) == NULL &&
                                    random_draw(random, 2);
    struct check *check = check_run(subject->model.network, property, 1, &options, &place.run, &place.error);
    place.run.threads = 1;
    if (check == NULL) {
        return place.error.text;
    }
    const struct check_result *result = &check->results[0];
    const char *what = NULL;
    tally->reduced +=
        result->search != CHECK_NO_SEARCH && check->searches[result->search].result.reduced != 0;
    if (result->verdict != (truth ? VERDICT_HOLDS : VERDICT_VIOLATED)) {
        what = is_cut && result->verdict == VERDICT_UNDECIDED ? NULL : truth ? "it holds" : "it is violated";
        tally->cut += what == NULL;
        if (what != NULL) {
            printf("\nverdict %d on %s: %s", result->verdict, backend->name, result->why.text);
        }
    } else if (result->verdict == VERDICT_HOLDS) {
        if (options.certificate != NULL) {
            what = judge_certificate(tally, subject, check, certificate, random);
            what = is_cut && check->certificate_error.code == ERROR_LIMIT ? NULL : what;
        }
        if (what == NULL && subject->runs != NULL) {
            what = judge_vacuity(tally, subject, &options, result);
        }
    } else if (result->verdict == VERDICT_VIOLATED && !result->has_trace) {
        what = "there is no trace";
    } else if (result->verdict == VERDICT_VIOLATED) {
        tally->lassos += result->cycle_length != 0;
        tally->ends += result->cycle_length == 0;
        what = result->length != result->trace.steps
                   ? "the length is not that of the trace"
                   : judge_evidence(tally, subject, property, result, random);
    }
    check_free(check, &place.run);
    return what;
}

/* --- the same as an automaton in a file --- */

/* Writes an automaton, whose atoms are p0, p1 ... */
static const char *write_automaton(const struct tgba *automaton, const char *name) {
    static const char *const atoms[MOST_ATOMS] = {"p0", "p1", "p2", "p3"};
    const struct tgba_texts texts = {automaton, "", atoms, MOST_ATOMS};
    const char *path = test_folder_path(&place.folder, name);
    output *output = output_create(&place.run, path, &place.error);
    const int failed = output == NULL || tgba_write_hoa(&texts, output, &place.error) != 0;
    return output_end(output, failed, &place.error) != 0 ? NULL : path;
}

/* A property of the automaton in a file has the same verdict. */
static const char *judge_file(struct tally *tally, struct subject *subject, enum property_kind kind,
                              const char *path, const struct fairness *fairness, int truth,
                              uint64_t *random) {
    char text[MOST_ATOMS][160];
    const char *meaning[MOST_ATOMS];
    struct property property = {.kind = kind};
    for (unsigned a = 0; a < subject->atoms; a++) {
        snprintf(text[a], sizeof text[a], "p%u=%s", a, subject->atom[a].text);
        meaning[a] = text[a];
    }
    for (unsigned a = subject->atoms; a < MOST_ATOMS; a++) { /* the file has them, but no edge does */
        snprintf(text[a], sizeof text[a], "p%u=true", a);
        meaning[a] = text[a];
    }
    const struct property_maker maker = {.tree = subject->model.tree,
                                         .run = &place.run,
                                         .error = &place.error,
                                         .fairness = fairness,
                                         .meaning = meaning,
                                         .meaning_count = MOST_ATOMS};
    const char *what =
        path == NULL || property_make(&maker, kind, path, &property) != 0 ||
                language_compile_predicates(subject->model.tree, subject->model.network, &place.run,
                                            &place.error) != 0 ||
                check_plan_formulas(subject->model.network, &property, 1, &place.run, &place.error) < 0
            ? place.error.text
            : judge_on(tally, subject, backends[0], &property, truth, random);
    property_free(&property, &place.run);
    tally->files++;
    return what;
}

/* The automaton of the negation accepts no run; that of the formula accepts all, if it is deterministic. */
static const char *judge_automata(struct tally *tally, struct subject *subject,
                                  const struct oracle_ltl *formula, const struct fairness *fairness,
                                  int truth, uint64_t *random) {
    struct ltl_store store;
    struct bdd_pool pool;
    struct tgba yes, no;
    const int opened = ltl_open(&store, &place.run, &place.error) == 0;
    int failed = bdd_open(&pool, &place.run, &place.error) != 0 || !opened ||
                 tgba_of_formula(&store, &pool, ltl_build(&store, formula), MOST_ATOMS, &yes, &no) != 0;
    const char *what = failed ? place.error.text
                              : judge_file(tally, subject, PROPERTY_AUTOMATON,
                                           write_automaton(&no, "bad.hoa"), fairness, truth, random);
    if (what == NULL && tgba_is_deterministic(&yes)) {
        what = judge_file(tally, subject, PROPERTY_AUTOMATON_PROPERTY, write_automaton(&yes, "good.hoa"),
                          fairness, truth, random);
    }
    tgba_free(&yes);
    tgba_free(&no);
    bdd_close(&pool);
    ltl_close(&store);
    return what;
}

/* --- invisible steps --- */

/* What holds at a position of a run that has not ended, or has: equal atoms hold together. */
static uint32_t draw_letter(const struct subject *subject, uint64_t *random, int is_end) {
    uint32_t letter = 0;
    for (unsigned a = 0; a < subject->atoms; a++) {
        const unsigned same = atom_named(subject, subject->atom[a].text);
        const int kind = subject->atom[a].kind;
        const uint32_t holds = kind == OF_END                ? (uint32_t)is_end
                               : kind == OF_STEP             ? (uint32_t)!is_end
                               : same < a                    ? letter >> same & 1
                               : kind == OF_STATE || !is_end ? random_draw(random, 3) == 0
                                                             : 0;
        letter |= holds << a;
    }
    return letter;
}

/* The letter of an invisible step before one. */
static uint32_t step_before(const struct subject *subject, uint32_t letter) {
    uint32_t step = 0;
    for (unsigned a = 0; a < subject->atoms; a++) {
        const int kind = subject->atom[a].kind;
        step |= (kind == OF_STATE ? letter >> a & 1 : (uint32_t)(kind == OF_STEP)) << a;
    }
    return step;
}

/* A word of a run, and the same with invisible steps. */
static void draw_words(const struct subject *subject, uint64_t *random, struct oracle_word *word,
                       struct oracle_word *more) {
    const unsigned length = 1 + random_draw(random, 5), ends = random_draw(random, 3) == 0;
    *word = *more = (struct oracle_word){.length = 0};
    word->length = length;
    word->loop = ends ? length - 1 : random_draw(random, length);
    for (unsigned i = 0; i < length; i++) {
        word->letter[i] = draw_letter(subject, random, ends && i == length - 1);
        unsigned steps = random_draw(random, 2) * random_draw(random, 3);
        more->loop = i == word->loop && !(ends && i == length - 1) ? more->length : more->loop;
        while (steps-- > 0) {
            more->letter[more->length++] = step_before(subject, word->letter[i]);
        }
        more->loop = ends && i == length - 1 ? more->length : more->loop;
        more->letter[more->length++] = word->letter[i];
    }
}

#define WORDS 60u

/* Whether steps matter is decided as words show it. */
static const char *judge_steps(struct tally *tally, const struct subject *subject,
                               const struct property *property, const struct oracle_ltl *formula,
                               uint64_t *random) {
    const int ignored = check_ignores_steps(property, &place.run, &place.error);
    int matter = 0;
    for (unsigned i = 0; i < WORDS && !matter; i++) {
        struct oracle_word word, more;
        draw_words(subject, random, &word, &more);
        matter = (oracle_ltl_holds(formula, &word) & 1) != (oracle_ltl_holds(formula, &more) & 1);
    }
    tally->ignoring += ignored == 1;
    tally->seeing += ignored == 0 && matter;
    return ignored < 0 ? "it is not known whether steps matter" : ignored && matter ? "steps matter" : NULL;
}

/* --- along a walk --- */

/* Takes random steps until the run has ended, or a state comes again. Whether it has ended; -1: it is too
 * long. */
static int walk_on(walk *walk, uint64_t *random, struct oracle_word *word) {
    const struct trace *trace = walk_whole(walk);
    int went = 1;
    word->loop = (unsigned)walk_position(walk);
    while (word->loop == walk_position(walk) && walk_position(walk) < LENGTH(word->letter) - 1 &&
           (went = walk_take_random(walk, random, &place.error)) > 0) {
        word->loop = 0;
        while (memcmp(trace_state(trace, word->loop), walk_state(walk),
                      trace->components * sizeof *trace->states) != 0) {
            word->loop++;
        }
    }
    return went < 0 || (went > 0 && word->loop == walk_position(walk)) ? -1 : went == 0;
}

/* The letters of the walk, which goes round the word's loop, or ends. */
static void read_word(const struct subject *subject, walk *walk, int ends, struct oracle_word *word) {
    const struct trace *trace = walk_whole(walk);
    word->length = (unsigned)trace->steps;
    for (unsigned k = 0; k < word->length; k++) {
        word->letter[k] = subject->state_atoms[state_of(&subject->model, trace_state(trace, k))] |
                          subject->edge_atoms[edge_of(&subject->model, trace, k)];
    }
    if (ends) {
        word->loop = word->length;
        word->letter[word->length++] =
            subject->state_atoms[state_of(&subject->model, walk_state(walk))] | subject->end_atoms;
    }
}

/* What is certain after some steps is true of the whole run; at its end, all is certain. */
static const char *judge_status(struct tally *tally, followed *followed, uint64_t steps, int ends,
                                int truth) {
    for (uint64_t position = 0; position <= steps; position++) {
        enum followed_status status;
        uint32_t owed;
        const int is_end = ends && position == steps;
        if (followed_look(followed, position, is_end, &status, &owed, &place.error) != 0) {
            return place.error.text;
        }
        if (status > FOLLOWED_VIOLATED || (status == FOLLOWED_OPEN && is_end) ||
            (status != FOLLOWED_OPEN && (status == FOLLOWED_SATISFIED) != truth)) {
            return "what is owed along a walk";
        }
        tally->followed++;
        tally->certain += status != FOLLOWED_OPEN && !is_end;
    }
    return NULL;
}

/* A random walk; then back, and on from there. */
static const char *judge_walk(struct tally *tally, const struct subject *subject,
                              const struct property *property, const struct oracle_ltl *formula,
                              uint64_t *random) {
    walk *walk = test_present(walk_create(subject->model.walker, &place.run, &place.error));
    followed *followed = followed_create(walk, property, &place.run, &place.error);
    const char *what = followed == NULL ? place.error.text : NULL;
    for (unsigned round = 0; round < WALKS && what == NULL; round++) {
        struct oracle_word word;
        if (round == WALKS / 2) {
            uint64_t initial;
            walker_initial(subject->model.walker, &initial);
            walk_begin(walk, random_draw(random, (uint32_t)initial));
        } else {
            walk_goto(walk, random_draw(random, (uint32_t)walk_length(walk) + 1));
        }
        const int ends = walk_on(walk, random, &word);
        if (ends >= 0 && walk_position(walk) == walk_length(walk)) {
            read_word(subject, walk, ends, &word);
            what = judge_status(tally, followed, walk_length(walk), ends,
                                (int)(oracle_ltl_holds(formula, &word) & 1));
        }
    }
    followed_free(followed);
    walk_free(walk);
    return what;
}

static const char *judge_formula(struct tally *tally, struct subject *subject, const char *text,
                                 const struct oracle_ltl *formula, struct assumption *assumption, int truth,
                                 uint64_t *random) {
    struct property property = {.kind = PROPERTY_LTL};
    struct error warning = {.code = ERROR_NONE};
    struct property_maker maker = {
        .tree = subject->model.tree, .run = &place.run, .error = &place.error, .warning = &warning};
    const char *what = NULL;
    if (*assumption->text != '\0' && fairness_read(&maker, assumption->text, &assumption->fairness) != 0) {
        what = place.error.text;
    }
    maker.fairness = fairness_is_assumed(&assumption->fairness) ? &assumption->fairness : NULL;
    if (what != NULL || property_make(&maker, PROPERTY_LTL, text, &property) != 0 ||
        language_compile_predicates(subject->model.tree, subject->model.network, &place.run, &place.error) !=
            0 ||
        check_plan_formulas(subject->model.network, &property, 1, &place.run, &place.error) < 0) {
        what = place.error.text;
    }
    for (const struct backend *const *backend = backends; *backend != NULL && what == NULL; backend++) {
        if (backend_takes(*backend, subject->model.network)) {
            what = judge_on(tally, subject, *backend, &property, truth, random);
        }
    }
    if (what == NULL && formula != NULL) {
        what = judge_steps(tally, subject, &property, formula, random);
    }
    if (what == NULL && formula != NULL) {
        what = judge_walk(tally, subject, &property, formula, random);
    }
    property_free(&property, &place.run);
    subject->runs = NULL;
    uint64_t apart = *random; /* what else is drawn does not change */
    if (what == NULL && random_draw(&apart, 2) == 0) {
        const struct ranks_case of = {subject->model.network, &maker, PROPERTY_LTL, text};
        what = ranks_judge(&of, &apart, &tally->ranks);
    }
    if (what == NULL && formula != NULL && random_draw(random, 3) == 0) {
        what = judge_automata(tally, subject, formula, maker.fairness, truth, random);
    }
    tally->fair += maker.fairness != NULL;
    fairness_free(&assumption->fairness, &place.run);
    tally->formulas++;
    tally->holding += truth != 0;
    tally->violated += truth == 0;
    return what;
}

/* --- random cases --- */

/* Draws a model: of each kind of model in turn. Returns whether it can be used. */
static int draw_model(struct tally *tally, struct subject *subject, uint64_t seed) {
    struct walked_model *model = &subject->model;
    if (seed % 3 == 0) {
        static struct random_network network;
        *model = (struct walked_model){.path = ""};
        for (uint64_t i = 0; i < NETWORKS; i++) { /* most are too large */
            walked_model_free(model);
            if (random_network_generate(seed * NETWORKS + i, test_folder_path(&place.folder, ""), &network) ==
                    0 &&
                walked_model_read(model, network.path, &network.options) == 0 &&
                walked_model_explore(model)) {
                return 1;
            }
        }
        return 0;
    }
    const int failed = placed_model_draw(&model->alone, &tally->random, seed);
    return walked_model_open(model, failed) == 0 &&
           (seed % 3 == 1 || walked_model_join(model, seed / 3) == 0) && walked_model_explore(model) &&
           walked_model_mark(model, seed);
}

/* Counts a case with fairness of modules, and whether the formula needs that to hold. */
static void count_modules(struct tally *tally, const struct oracle_runs *runs,
                          const struct oracle_ltl *formula, int truth) {
    struct oracle_runs unfair = *runs;
    unfair.conditions = unfair.strong = 0;
    unfair.edge_moves = NULL;
    tally->modules_hold += truth != 0;
    tally->modules_violated += truth == 0;
    tally->modules_needed += truth && !oracle_runs_satisfy(&unfair, formula);
}

/* A random formula; some say always what follows from something. */
static const struct oracle_ltl *draw_formula(const struct subject *subject, arena *arena, uint64_t *random) {
    const struct oracle_ltl *drawn = random_ltl(random, arena, 1 + random_draw(random, 8), subject->atoms);
    struct oracle_ltl *always = test_present(arena_allocate(arena, 2 * sizeof *always));
    if (random_draw(random, 4) != 0) {
        return drawn;
    }
    always[0] = (struct oracle_ltl){ORACLE_GLOBALLY, 0, &always[1], NULL};
    always[1] = (struct oracle_ltl){ORACLE_IMPLIES, 0,
                                    random_ltl(random, arena, random_draw(random, 3), subject->atoms), drawn};
    return always;
}

/* A formula that depends on fairness, if one does: F f, G F f, or F f or G f. */
static const struct oracle_ltl *draw_liveness(uint64_t *random, arena *arena, unsigned atoms) {
    const struct oracle_ltl *of = random_ltl(random, arena, random_draw(random, 2), atoms);
    struct oracle_ltl *node = test_present(arena_allocate(arena, 3 * sizeof *node));
    const uint32_t shape = random_draw(random, 3);
    node[0] = (struct oracle_ltl){ORACLE_FINALLY, 0, of, NULL};
    node[1] = (struct oracle_ltl){ORACLE_GLOBALLY, 0, shape == 1 ? &node[0] : of, NULL};
    node[2] = (struct oracle_ltl){ORACLE_OR, 0, &node[0], &node[1]};
    return &node[shape];
}

static void judge_one(struct tally *tally, struct subject *subject, uint64_t seed, uint64_t *random) {
    arena *arena = test_present(arena_create(&place.memory));
    const struct walked_model *model = &subject->model;
    draw_atoms(subject, seed % 3 != 0, random);
    const int is_fair = random_draw(random, 5) == 0;
    const struct oracle_ltl *formula =
        is_fair ? draw_liveness(random, arena, subject->atoms) : draw_formula(subject, arena, random);
    const unsigned temporal = oracle_ltl_temporal(formula);
    if (temporal <= ORACLE_RUNS_MOST_TEMPORAL && (model->edges + model->states) << temporal <= MOST_NODES &&
        mark_atoms(subject)) {
        static struct assumption assumption;
        assumption = (struct assumption){.conditions = 0};
        if (is_fair) {
            assume_each_label(model, &assumption);
        } else if (random_draw(random, 2) == 0) {
            assume_processes(model, random, &assumption);
            assume_labels(model, random, &assumption);
        }
        const struct oracle_runs runs = {.states = model->states,
                                         .initial = (uint32_t)model->initial,
                                         .offsets = model->offsets,
                                         .target = model->target,
                                         .edge_atoms = subject->edge_atoms,
                                         .state_atoms = subject->state_atoms,
                                         .end_atoms = subject->end_atoms,
                                         .conditions = assumption.conditions,
                                         .strong = assumption.strong,
                                         .edge_moves = assumption.edge_moves};
        const int truth = oracle_runs_satisfy(&runs, formula);
        subject->formula = formula;
        subject->runs = &runs;
        char *text = NULL;
        size_t length = 0;
        FILE *out = test_present(open_memstream(&text, &length));
        put(subject, formula, out);
        fclose(out);
        if (model->network->data != NULL && assumption.fairness.processes != FAIRNESS_NONE) {
            count_modules(tally, &runs, formula, truth);
        }
        const char *what = judge_formula(tally, subject, text, formula, &assumption, truth, random);
        if (what != NULL) {
            printf("\nHEDDLE_SEED=%llu: %s: %s, %u conditions: %s\n", (unsigned long long)seed, what, text,
                   assumption.conditions, assumption.text);
            tally->mismatches++;
        }
        free(text);
    }
    arena_free(arena);
}

static void judge(uint64_t seed, void *context) {
    static struct subject subject;
    struct tally *tally = context;
    uint64_t random = seed;
    const int usable = draw_model(tally, &subject, seed);
    tally->models[seed % 3] += usable != 0;
    for (uint32_t i = 0; i < FORMULAS && usable; i++) {
        judge_one(tally, &subject, seed, &random);
    }
    walked_model_free(&subject.model);
}

static void test_random(void) {
    struct tally tally = {.mismatches = 0};
    const uint64_t cases = judge_seeds(CASES, 1, judge, &tally, &tally.mismatches);
    report_counts("networks", tally.models[0], "models", tally.models[1], "networks of both", tally.models[2],
                  "formulas", tally.formulas, "that hold", tally.holding, "violated", tally.violated,
                  "by ends", tally.ends, "by lassos", tally.lassos, "confirmed", tally.confirmed, "fair",
                  tally.fair, "unknown to verify", tally.unknown, "fair loops", tally.fair_loops,
                  "unfair loops", tally.unfair_loops, "automata in files", tally.files, "cut", tally.cut,
                  "antecedents never met", tally.unmet, "met", tally.met, "fair without need", tally.unneeded,
                  "reduced", tally.reduced, "ignoring steps", tally.ignoring, "seeing steps", tally.seeing,
                  "true letters", tally.letters, "unknown letters", tally.open, "reasons", tally.explained,
                  "certificates", tally.certified, "with fairness", tally.unfair, "with parts", tally.parts,
                  "changed", tally.changed, "rejected", tally.rejected, "forged", tally.forged,
                  "fair modules: holds", tally.modules_hold, "violated", tally.modules_violated,
                  "holds only so", tally.modules_needed, "by ranks", tally.ranks.compared, "violated",
                  tally.ranks.violated, "undecided for one rank's limits", tally.ranks.undecided,
                  "places in walks", tally.followed, "where it is certain", tally.certain, NULL);
    CU_ASSERT(cases < CASES ||
              (tally.models[0] > cases / 10 && tally.models[1] > cases / 10 && tally.models[2] > cases / 30 &&
               tally.formulas > cases && tally.holding > tally.formulas / 5 &&
               tally.violated > tally.formulas / 5 && tally.ends > tally.formulas / 20 &&
               tally.lassos > tally.formulas / 20 && tally.fair > tally.formulas / 10 &&
               tally.unknown < tally.fair / 3 && tally.letters > tally.formulas / 4 &&
               tally.open > cases / 40 && tally.explained > cases / 4 && tally.modules_hold > cases / 6 &&
               tally.modules_violated > cases / 6 && tally.modules_needed > cases / 60 &&
               tally.ranks.compared > tally.formulas / 3 && tally.ranks.violated > tally.formulas / 10 &&
               tally.ranks.undecided > tally.formulas / 100 && tally.reduced > cases / 40 &&
               tally.unmet > cases / 20 && tally.met > cases / 10 && tally.unneeded > cases / 40 &&
               tally.ignoring > tally.formulas / 5 && tally.seeing > tally.formulas / 5 &&
               tally.certified > tally.formulas / 8 && tally.parts > cases / 60 &&
               tally.rejected > tally.changed / 2 && tally.forged > cases / 3 &&
               tally.certain > tally.followed / 5 && tally.certain < tally.followed));
}

/* --- fairness of small networks --- */

#define DRAWS 4u /* of the options, for each case: some of them cut the search */

/* By the definition (docs/fairness.md). */
static const struct fair_case {
    const char *one, *other, *network, *formula, *labels;
    enum fairness_strength processes;
    int holds;
} fair_cases[] = {
#define TURNS "des (0, 4, 3)\n(0, a, 1)\n(1, b, 0)\n(0, go, 2)\n(2, c, 2)\n"
    {TURNS, "", "one.aut\n", "F go", "", FAIRNESS_NONE, 0},
    {TURNS, "", "one.aut\n", "F go", "weak:go", FAIRNESS_NONE, 0},
    {TURNS, "", "one.aut\n", "F go", "strong:go", FAIRNESS_NONE, 1},
    {TURNS, "", "one.aut\n", "F go", "strong:go,weak:a", FAIRNESS_NONE, 1},
    {TURNS, "", "one.aut\n", "F go", "strong:a,weak:go", FAIRNESS_NONE, 0},
    {TURNS, "", "one.aut\n", "F go", "weak:go,strong:a", FAIRNESS_NONE, 0},
#define EITHER "des (0, 2, 1)\n(0, g1, 0)\n(0, g2, 0)\n"
    {EITHER, "", "one.aut\n", "F g1", "strong:'g.*'", FAIRNESS_NONE, 0},
    {EITHER, "", "one.aut\n", "F g1", "strong:each:'g.*'", FAIRNESS_NONE, 1},
    {EITHER, "", "one.aut\n", "F g1", "weak:each:'g.*'", FAIRNESS_NONE, 1},
    /* Before the loop, it is not possible. */
    {"des (0, 4, 3)\n(0, go, 1)\n(1, a, 1)\n(1, w, 2)\n(2, b, 1)\n", "", "one.aut\n", "F t", "weak:w",
     FAIRNESS_NONE, 0},
    /* A loop where one is not possible everywhere, and the other must be taken. */
    {"des (0, 7, 4)\n(0, w, 0)\n(0, a, 1)\n(1, b, 0)\n(1, s, 2)\n(2, c, 0)\n(0, t, 3)\n(3, d, 3)\n", "",
     "one.aut\n", "F t", "weak:w,strong:s", FAIRNESS_NONE, 0},
    /* Processes with the same label: each must move, but the label is one. */
    {"des (0, 1, 1)\n(0, s, 0)\n", "des (0, 2, 2)\n(0, s, 1)\n(1, t, 1)\n", "one.aut ||| other.aut\n", "F t",
     "", FAIRNESS_NONE, 0},
    {"des (0, 1, 1)\n(0, s, 0)\n", "des (0, 2, 2)\n(0, s, 1)\n(1, t, 1)\n", "one.aut ||| other.aut\n", "F t",
     "", FAIRNESS_WEAK, 1},
    {"des (0, 1, 1)\n(0, s, 0)\n", "des (0, 3, 2)\n(0, k, 0)\n(0, s, 1)\n(1, t, 1)\n",
     "one.aut ||| other.aut\n", "F t", "strong:each:'s.*'", FAIRNESS_WEAK, 0},
    /* Of one process, and of both. */
    {"des (0, 2, 1)\n(0, s, 0)\n(0, u, 0)\n", "des (0, 2, 2)\n(0, s, 1)\n(1, t, 1)\n",
     "rename u -> s in one.aut |[s]| other.aut end rename\n", "F t", "", FAIRNESS_WEAK, 1},
    /* Both move together. */
    {"des (0, 1, 1)\n(0, s, 0)\n", "des (0, 3, 2)\n(0, s, 0)\n(0, t, 1)\n(1, s, 1)\n",
     "one.aut |[s]| other.aut\n", "F t", "", FAIRNESS_STRONG, 0},
    /* A process that can move now and then, in two ways. */
    {"des (0, 3, 2)\n(0, x, 1)\n(1, z, 0)\n(1, y, 0)\n",
     "des (0, 4, 3)\n(0, y, 1)\n(0, y, 2)\n(1, t, 1)\n(2, t, 2)\n", "one.aut |[y]| other.aut\n", "F t", "",
     FAIRNESS_WEAK, 0},
    {"des (0, 3, 2)\n(0, x, 1)\n(1, z, 0)\n(1, y, 0)\n",
     "des (0, 4, 3)\n(0, y, 1)\n(0, y, 2)\n(1, t, 1)\n(2, t, 2)\n", "one.aut |[y]| other.aut\n", "F t", "",
     FAIRNESS_STRONG, 1},
};

/* The same of the modules of a PRISM model, model.prism, alone or (network) as a process. */
static const struct module_case {
    const char *model, *network, *formula;
    enum fairness_strength processes;
    int holds;
} module_cases[] = {
#define LOOP "mdp module a x : bool; [] true -> true; endmodule "
#define ONCE "module b y : bool; [] !y -> (y'=true); [t] y -> true; endmodule "
    /* Both loops of a and b are one step, which moves one of them. */
    {LOOP ONCE, NULL, "F t", FAIRNESS_NONE, 0},
    {LOOP ONCE, NULL, "F t", FAIRNESS_WEAK, 1},
    {LOOP "module b y : bool; [] !y -> true; [] !y -> (y'=true); [t] y -> true; endmodule", NULL, "F t",
     FAIRNESS_STRONG, 0},
    /* Any branch is a move. */
    {LOOP "module b y : bool; [] !y -> 0.5:true + 0.5:(y'=true); [t] y -> true; endmodule", NULL, "F t",
     FAIRNESS_STRONG, 0},
    {LOOP "module b y : bool; [] !y -> 0:true + 1:(y'=true); [t] y -> true; endmodule", NULL, "F t",
     FAIRNESS_WEAK, 1},
    /* A loop of both, and one of a alone. */
    {"mdp module a x : bool; [s] true -> true; [] true -> true; endmodule "
     "module b y : bool; [s] true -> true; [t] true -> (y'=!y); endmodule",
     NULL, "F t", FAIRNESS_STRONG, 0},
    {"mdp module a x : bool; [s] x -> true; [] !x -> true; endmodule "
     "module b y : bool; [s] true -> true; [t] true -> (y'=!y); endmodule",
     NULL, "F t", FAIRNESS_WEAK, 1},
#define LOOP_S "mdp module a x : bool; [s] true -> true; endmodule "
    /* One action, which each does alone. */
    {LOOP_S "module b y : bool; [s] !y -> (y'=true); [t] y -> true; endmodule system a ||| b endsystem", NULL,
     "F t", FAIRNESS_WEAK, 1},
    {LOOP_S "module b y : bool; [s] !y -> true; [t] y -> true; endmodule system a ||| b endsystem", NULL,
     "F !s", FAIRNESS_STRONG, 0},
    {LOOP_S "module b y : bool; [u] !y -> (y'=true); [t] y -> true; endmodule system a ||| b{u<-s} endsystem",
     NULL, "F t", FAIRNESS_WEAK, 1},
    {LOOP_S "module b y : bool; [u] !y -> (y'=true); [t] y -> true; endmodule "
            "system a/{s} ||| b/{u} endsystem",
     NULL, "F t", FAIRNESS_WEAK, 1},
#define FLIP "module a x : bool; [] true -> (x'=!x); endmodule "
#define SOMETIMES "module b y : bool; [] x & !y -> (y'=true); [t] y -> true; endmodule"
    /* Enabled now and then. */
    {"dtmc " FLIP SOMETIMES, NULL, "F t", FAIRNESS_WEAK, 0},
    {"dtmc " FLIP SOMETIMES, NULL, "F t", FAIRNESS_STRONG, 1},
    {"ctmc " FLIP "module c = a [ x=z ] endmodule " SOMETIMES, NULL, "F t", FAIRNESS_WEAK, 0},
    {"ctmc " FLIP "module c = a [ x=z ] endmodule " SOMETIMES, NULL, "F t", FAIRNESS_STRONG, 1},
    /* By renaming. */
    {"mdp " ONCE "module c = b [ y=z, t=u ] endmodule", NULL, "F t && F u", FAIRNESS_NONE, 0},
    {"mdp " ONCE "module c = b [ y=z, t=u ] endmodule", NULL, "F t && F u", FAIRNESS_WEAK, 1},
    /* In a network: modules, and not the model as a whole. */
    {LOOP ONCE, "\"model.prism\" ||| one.aut\n", "F t", FAIRNESS_WEAK, 1},
    {LOOP ONCE, "\"model.prism\" ||| one.aut\n", "G F s", FAIRNESS_WEAK, 1},
    {LOOP ONCE, "\"model.prism\" ||| one.aut\n", "F t || G F s", FAIRNESS_NONE, 0},
    {LOOP ONCE, "hide s in \"model.prism\" ||| one.aut end hide\n", "F t", FAIRNESS_WEAK, 1},
    {LOOP ONCE, "hide s in \"model.prism\" ||| one.aut end hide\n", "F !i", FAIRNESS_NONE, 0},
    {LOOP_S "module b y : bool; [s] true -> true; endmodule system a ||| b endsystem",
     "\"model.prism\" |[s]| (one.aut ||| one.aut)\n", "F !s", FAIRNESS_STRONG, 0},
};

static void read_model(struct walked_model *model, const char *name) {
    char path[600];
    const struct exp_options options = {0};
    snprintf(path, sizeof path, "%s", test_folder_path(&place.folder, name));
    CU_ASSERT_EQUAL_FATAL(walked_model_read(model, path, &options), 0);
    model->path = name;
    CU_ASSERT_FATAL(walked_model_explore(model));
}

static void check_module_case(const struct module_case *of, uint64_t random) {
    static struct subject subject;
    static struct assumption assumption;
    struct tally tally = {.mismatches = 0};
    const char *what = NULL;
    subject.atoms = 0;
    test_folder_write(&place.folder, "model.prism", of->model);
    test_folder_write(&place.folder, "one.aut", "des (0, 1, 1)\n(0, s, 0)\n");
    test_folder_write(&place.folder, "main.exp", of->network == NULL ? "" : of->network);
    read_model(&subject.model, of->network == NULL ? "model.prism" : "main.exp");
    for (unsigned draw = 0; draw < DRAWS && what == NULL; draw++) {
        assumption = (struct assumption){.fairness.processes = of->processes};
        what = judge_formula(&tally, &subject, of->formula, NULL, &assumption, of->holds, &random);
    }
    if (what != NULL) {
        printf("\n%s, %s: %s\n", of->model, of->network == NULL ? "" : of->network, what);
        CU_FAIL("fair modules");
    }
    walked_model_free(&subject.model);
}

static void test_fair_modules(void) {
    for (size_t i = 0; i < LENGTH(module_cases); i++) {
        check_module_case(&module_cases[i], i + 1);
    }
}

static void check_fair_case(const struct fair_case *of, uint64_t random) {
    static struct subject subject;
    static struct assumption assumption;
    struct walked_model *model = &subject.model;
    const struct exp_options options = {0};
    struct tally tally = {.mismatches = 0};
    test_folder_write(&place.folder, "one.aut", of->one);
    test_folder_write(&place.folder, "other.aut", of->other);
    const char *path = test_folder_write(&place.folder, "main.exp", of->network);
    CU_ASSERT_EQUAL_FATAL(walked_model_read(model, path, &options), 0);
    model->path = "main.exp";
    CU_ASSERT_FATAL(walked_model_explore(model));
    for (unsigned draw = 0; draw < DRAWS; draw++) {
        assumption = (struct assumption){.fairness.processes = of->processes};
        snprintf(assumption.text, sizeof assumption.text, "%s", of->labels);
        const char *what =
            judge_formula(&tally, &subject, of->formula, NULL, &assumption, of->holds, &random);
        if (what != NULL) {
            printf("\n%s, %s: %s\n", of->network, of->labels, what);
            CU_FAIL("fair runs");
        }
    }
    walked_model_free(model);
}

static void test_fair(void) {
    for (size_t i = 0; i < LENGTH(fair_cases); i++) {
        check_fair_case(&fair_cases[i], i + 1);
    }
}

void suite_check_ltl(void) {
    suite_add("linear time", workplace_open, workplace_close, "random models", test_random,
              "fair runs of small networks", test_fair, "fair runs of modules", test_fair_modules, NULL);
}
