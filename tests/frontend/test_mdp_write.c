/*
 * Writing MDPs: random ones are written in a format by functions that share nothing with the
 * readers, read, written in every format, and read again. An MDP is compared as text, which is made of the
 * model that was drawn.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/digraph_core.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/mdp_write.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define CASES 500
#else
#define CASES 2000
#endif
#define STATES_MOST 9u
#define CHOICES_MOST 4u
#define TEXT 65536u

/* --- the model --- */

static const char *const names[] = {"a", "go", "b(1)", "x_y", "i"};
static const char *const state_names[] = {"goal", "[far away", "z"};
#define STATE_NAMES 3u

struct choice {
    int name; /* index into names, -1: none */
    uint32_t weights[STATES_MOST], sum, targets;
};

struct model {
    uint32_t states, initial, choices_of[STATES_MOST];
    struct choice choices[STATES_MOST][CHOICES_MOST];
    uint32_t labels[STATE_NAMES]; /* bitmaps */
    int chain;
};

/* Draws a choice; some of its probabilities are equal. */
static void draw_choice(uint64_t *random, const struct model *model, struct choice *choice) {
    uint32_t targets = random_draw(random, 3) == 0 ? 1 : 1 + random_draw(random, model->states);
    uint32_t most = random_draw(random, 3) == 0 ? 1000000 : 3;
    *choice = (struct choice){.name = random_draw(random, 3) == 0 ? -1 : (int)random_draw(random, 5)};
    for (uint32_t i = 0; i < targets; i++) {
        uint32_t *weight = &choice->weights[random_draw(random, model->states)],
                 more = 1 + random_draw(random, most);
        choice->targets += *weight == 0;
        *weight += more;
        choice->sum += more;
    }
}

static void draw_model(uint64_t *random, struct model *model) {
    *model =
        (struct model){.states = 1 + random_draw(random, STATES_MOST), .chain = random_draw(random, 4) == 0};
    for (uint32_t state = 0; state < model->states; state++) {
        model->choices_of[state] = random_draw(random, model->chain ? 2 : CHOICES_MOST + 1);
        for (uint32_t choice = 0; choice < model->choices_of[state]; choice++) {
            draw_choice(random, model, &model->choices[state][choice]);
        }
    }
    model->initial = random_draw(random, model->states);
    for (uint32_t label = 0; label < STATE_NAMES; label++) {
        model->labels[label] = random_draw(random, 1u << model->states);
    }
}

/* --- formats --- */

enum format { TRA, DRN, MCRL2, CADP, FORMATS };
static const char *const endings[FORMATS] = {"tra", "drn", "aut", "aut"};

/* Whether labels `prob` distinguish the choices of the states; internal: choices without a name are called i.
 */
static int has_labels_prob(const struct model *model, int internal) {
    for (uint32_t state = 0; state < model->states; state++) {
        uint32_t seen = 0;
        for (uint32_t c = 0; c < model->choices_of[state]; c++) {
            const struct choice *choice = &model->choices[state][c];
            uint32_t bit =
                choice->targets > 1 ? 1u << (choice->name < 0 && internal ? 5 : choice->name + 1) : 0;
            if (seen & bit) {
                return 0;
            }
            seen |= bit;
        }
    }
    return 1;
}

static void put_probability(uint64_t *random, FILE *file, uint32_t weight, uint32_t sum) {
    if (random_draw(random, 2)) {
        fprintf(file, "%u/%u", weight, sum);
    } else {
        fprintf(file, "%.17g", (double)weight / sum);
    }
}

static uint32_t count_edges(const struct model *model, uint32_t *choices) {
    uint32_t edges = 0;
    *choices = 0;
    for (uint32_t state = 0; state < model->states; state++) {
        *choices += model->choices_of[state];
        for (uint32_t c = 0; c < model->choices_of[state]; c++) {
            edges += model->choices[state][c].targets;
        }
    }
    return edges;
}

static void put_labels(const struct model *model, FILE *file) {
    fprintf(file, "0=\"init\" 1=\"%s\" 2=\"%s\" 3=\"%s\"\n", state_names[0], state_names[1], state_names[2]);
    for (uint32_t state = 0; state < model->states; state++) {
        fprintf(file, "%u:%s", state, state == model->initial ? " 0" : "");
        for (uint32_t label = 0; label < STATE_NAMES; label++) {
            if (model->labels[label] >> state & 1) {
                fprintf(file, " %u", label + 1);
            }
        }
        fprintf(file, "\n");
    }
}

/* Choices from the last to the first where `backwards`, so that the reader must sort them. */
static void put_tra(uint64_t *random, const struct model *model, FILE *file) {
    uint32_t choices, edges = count_edges(model, &choices);
    int backwards = random_draw(random, 3) == 0;
    if (model->chain) {
        fprintf(file, "%u %u\n", model->states, edges);
    } else {
        fprintf(file, "%u %u %u\n", model->states, choices, edges);
    }
    for (uint32_t i = 0; i < model->states * CHOICES_MOST * STATES_MOST; i++) {
        uint32_t at = backwards ? model->states * CHOICES_MOST * STATES_MOST - 1 - i : i;
        uint32_t state = at / (CHOICES_MOST * STATES_MOST), c = at / STATES_MOST % CHOICES_MOST,
                 target = at % STATES_MOST;
        const struct choice *choice = &model->choices[state][c];
        if (c >= model->choices_of[state] || choice->weights[target] == 0) {
            continue;
        }
        fprintf(file, "%u ", state);
        if (!model->chain) {
            fprintf(file, "%u ", c);
        }
        fprintf(file, "%u ", target);
        put_probability(random, file, choice->weights[target], choice->sum);
        fprintf(file, " %s\n", choice->name < 0 ? "" : names[choice->name]);
    }
}

static void put_drn(uint64_t *random, const struct model *model, FILE *file) {
    uint32_t choices;
    count_edges(model, &choices);
    fprintf(file, "@type: %s\n@nr_states\n%u\n@nr_choices\n%u\n@model\n", model->chain ? "DTMC" : "MDP",
            model->states, choices);
    for (uint32_t state = 0; state < model->states; state++) {
        fprintf(file, "state %u%s", state, state == model->initial ? " init" : "");
        for (uint32_t label = 0; label < STATE_NAMES; label++) {
            if (model->labels[label] >> state & 1) {
                fprintf(file, " \"%s\"", state_names[label]);
            }
        }
        for (uint32_t c = 0; c < model->choices_of[state]; c++) {
            const struct choice *choice = &model->choices[state][c];
            fprintf(file, "\n\taction %s", choice->name < 0 ? "__NOLABEL__" : names[choice->name]);
            for (uint32_t target = 0; target < model->states; target++) {
                if (choice->weights[target] > 0) {
                    fprintf(file, "\n\t\t%u : ", target);
                    put_probability(random, file, choice->weights[target], choice->sum);
                }
            }
        }
        fprintf(file, "\n");
    }
}

static void put_mcrl2_choice(uint64_t *random, const struct choice *choice, FILE *file) {
    uint32_t left = choice->targets;
    for (uint32_t target = 0; target < STATES_MOST; target++) {
        if (choice->weights[target] > 0) {
            fprintf(file, "%u", target);
            if (--left > 0) {
                fprintf(file, " ");
                put_probability(random, file, choice->weights[target], choice->sum);
                fprintf(file, " ");
            }
        }
    }
}

static const char *aut_name(const struct choice *choice) {
    return choice->name < 0 ? "tau" : names[choice->name];
}

static void put_aut(uint64_t *random, const struct model *model, enum format format, FILE *file) {
    uint32_t choices, edges = count_edges(model, &choices);
    fprintf(file, "des (%u, %u, %u)\n", model->initial, format == CADP ? edges : choices, model->states);
    for (uint32_t state = 0; state < model->states; state++) {
        for (uint32_t c = 0; c < model->choices_of[state]; c++) {
            const struct choice *choice = &model->choices[state][c];
            for (uint32_t target = 0; target < model->states && format == CADP; target++) {
                if (choice->weights[target] > 0 && choice->targets == 1) {
                    fprintf(file, "(%u, %s, %u)\n", state, aut_name(choice), target);
                } else if (choice->weights[target] > 0) {
                    fprintf(file, "(%u, \"%s%sprob %.17g\", %u)\n", state,
                            choice->name < 0 ? "" : aut_name(choice), choice->name < 0 ? "" : "; ",
                            (double)choice->weights[target] / choice->sum, target);
                }
            }
            if (format == MCRL2) {
                fprintf(file, "(%u, \"%s\", ", state, aut_name(choice));
                put_mcrl2_choice(random, choice, file);
                fprintf(file, ")\n");
            }
        }
    }
}

static void put_file(uint64_t *random, const struct model *model, enum format format, const char *path) {
    char labels[600];
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    if (format == DRN) {
        put_drn(random, model, file);
    } else if (format == TRA) {
        put_tra(random, model, file);
        snprintf(labels, sizeof labels, "%s/in.lab", place.folder.path);
        FILE *beside = fopen(labels, "w");
        CU_ASSERT_PTR_NOT_NULL_FATAL(beside);
        put_labels(model, beside);
        fclose(beside);
    } else {
        put_aut(random, model, format, file);
    }
    fclose(file);
}

/* --- comparing --- */

/* Lines, one per choice, which are sorted in the end. */
struct lines {
    char text[TEXT];
    size_t used;
    uint32_t begin[STATES_MOST * CHOICES_MOST * STATES_MOST], count;
};

static const char *sorting;

static int compare_lines(const void *a, const void *b) {
    return strcmp(sorting + *(const uint32_t *)a, sorting + *(const uint32_t *)b);
}

static void lines_begin(struct lines *lines) {
    lines->begin[lines->count++] = (uint32_t)lines->used;
}

static void lines_put(struct lines *lines, const char *text) {
    lines->used += (size_t)snprintf(lines->text + lines->used, TEXT - lines->used, "%s", text);
}

static void lines_put_edge(struct lines *lines, uint32_t target, double probability) {
    char text[64];
    snprintf(text, sizeof text, " %u:%.9f", target, probability);
    lines_put(lines, text);
}

/* All choices, sorted; where AUT has them, equal ones of one edge count once. */
static void lines_end(struct lines *lines, int aut, char *out) {
    size_t used = 0;
    sorting = lines->text;
    qsort(lines->begin, lines->count, sizeof *lines->begin, compare_lines);
    for (uint32_t i = 0; i < lines->count; i++) {
        const char *text = lines->text + lines->begin[i];
        int single = strchr(strchr(text, ':') + 1, ':') == NULL;
        if (!(aut && single && i > 0 && strcmp(text, lines->text + lines->begin[i - 1]) == 0)) {
            used += (size_t)snprintf(out + used, TEXT - used, "%s\n", text);
        }
    }
}

static void begin_choice(struct lines *lines, uint32_t state, const char *name, int aut) {
    char text[64];
    lines_begin(lines);
    snprintf(text, sizeof text, "%02u %s", state, name == NULL ? aut ? "i" : "-" : name);
    lines_put(lines, text);
}

static void end_choice(struct lines *lines) {
    lines->used++; /* its NUL */
}

static void describe_model(const struct model *model, int aut, char *out) {
    static struct lines lines;
    lines.used = lines.count = 0;
    *out = '\0';
    for (uint32_t state = 0; state < model->states; state++) {
        for (uint32_t c = 0; c < model->choices_of[state]; c++) {
            const struct choice *choice = &model->choices[state][c];
            begin_choice(&lines, state, choice->name < 0 ? NULL : names[choice->name], aut);
            for (uint32_t target = 0; target < model->states; target++) {
                if (choice->weights[target] > 0) {
                    lines_put_edge(&lines, target, (double)choice->weights[target] / choice->sum);
                }
            }
            end_choice(&lines);
        }
    }
    lines_end(&lines, aut, out);
}

static void describe_mdp(const struct mdp *mdp, int aut, char *out) {
    static struct lines lines;
    struct digraph graph = mdp_digraph(mdp);
    lines.used = lines.count = 0;
    *out = '\0';
    for (uint32_t state = 0; state < mdp->states; state++) {
        for (uint64_t edge = mdp->offsets[state], end = mdp->offsets[state + 1], next; edge < end;
             edge = next) {
            uint32_t label = mdp->labels == NULL ? MDP_NO_LABEL : mdp->labels[edge];
            next = digraph_choice_end(&graph, edge, end);
            begin_choice(&lines, state, label == MDP_NO_LABEL ? NULL : mdp->label_text[label], aut);
            for (; edge < next; edge++) {
                lines_put_edge(&lines, mdp->targets[edge],
                               mdp->probabilities == NULL ? 1 : mdp->probabilities[edge]);
            }
            end_choice(&lines);
        }
    }
    lines_end(&lines, aut, out);
}

static int same_state_labels(const struct mdp *mdp, const struct model *model) {
    for (uint32_t state = 0; state < model->states; state++) {
        for (uint32_t label = 0; label < STATE_NAMES; label++) {
            int has = 0;
            for (uint32_t i = 0; i < mdp->state_label_count; i++) {
                has |= strcmp(mdp->state_label_text[i], state_names[label]) == 0 &&
                       bitmap_has(mdp->state_labels[i], state);
            }
            if (has != (int)(model->labels[label] >> state & 1)) {
                return 0;
            }
        }
    }
    return 1;
}

/* What is not as in the model; NULL when all is. labelled: labels of states came along. */
static const char *difference(const struct mdp *mdp, const struct model *model, int aut, int labelled) {
    static char expected[TEXT], found[TEXT];
    if (mdp->states != model->states || mdp->initial != model->initial) {
        return "states";
    }
    describe_model(model, aut, expected);
    describe_mdp(mdp, aut, found);
    if (strcmp(expected, found) != 0) {
        printf("\n  expected:\n%s  found:\n%s", expected, found);
        return "choices";
    }
    return labelled && !same_state_labels(mdp, model) ? "labels of states" : NULL;
}

/* --- cases --- */

static struct mdp *read_back(const char *path, int plain, struct error *error) {
    return mdp_read_as(path, &(struct mdp_read_options){.keep = 1, .plain = plain}, &place.run, error);
}

static int write_format(const struct mdp *mdp, enum format format, const char *path, const char *labels,
                        struct error *error) {
    switch (format) {
    case TRA:
        return mdp_write(mdp, path, &(struct mdp_write_options){.label_path = labels}, &place.run, error);
    case DRN:
        return mdp_write_drn(mdp, path, NULL, &place.run, error);
    default:
        return mdp_write_aut(mdp, path, format == CADP ? MDP_DIALECT_CADP : MDP_DIALECT_MCRL2, &place.run,
                             error);
    }
}

static int same_files(const char *a, const char *b) {
    size_t size_a = 0, size_b = 0;
    char *text_a = process_read_file(a, &size_a), *text_b = process_read_file(b, &size_b);
    int same = text_a != NULL && text_b != NULL && size_a == size_b && memcmp(text_a, text_b, size_a) == 0;
    free(text_a);
    free(text_b);
    return same;
}

/* Writes an MDP and reads the file; NULL with *error filled. */
static struct mdp *through(const struct mdp *mdp, enum format format, const char *path, const char *labels,
                           struct error *error) {
    return write_format(mdp, format, path, labels, error) != 0 ? NULL : read_back(path, 0, error);
}

/*
 * Writes, reads and writes again; both files must be equal. For AUT the second and the third file must be
 * equal: there equal lines count once, and lines are sorted by labels.
 */
static const char *round_trip(const struct mdp *mdp, const struct model *model, enum format from,
                              enum format to) {
    char out[600], again[600], out_labels[600], again_labels[600];
    struct error error = {.code = ERROR_NONE};
    int from_aut = from == MCRL2 || from == CADP, to_aut = to == MCRL2 || to == CADP;
    snprintf(out, sizeof out, "%s/out.%s", place.folder.path, endings[to]);
    snprintf(again, sizeof again, "%s/again.%s", place.folder.path, endings[to]);
    snprintf(out_labels, sizeof out_labels, "%s/out.lab", place.folder.path);
    snprintf(again_labels, sizeof again_labels, "%s/again.lab", place.folder.path);
    unlink(out);
    struct mdp *read = through(mdp, to, out, out_labels, &error), *settled = NULL;
    if (to == CADP && !has_labels_prob(model, from == MCRL2)) {
        mdp_free(read);
        return read != NULL || error.code != ERROR_INPUT || access(out, F_OK) == 0
                   ? "choices that are not told apart"
                   : NULL;
    }
    if (read == NULL || (to_aut && (settled = through(read, to, out, out_labels, &error)) == NULL)) {
        mdp_free(read);
        printf("\n  %s\n", error.text);
        return "writing and reading";
    }
    const char *what = difference(read, model, from_aut || to_aut, !from_aut && !to_aut);
    if (what == NULL && !from_aut && !to_aut && read->chain != mdp->chain) {
        what = "the kind of model";
    }
    if (what == NULL && (write_format(to_aut ? settled : read, to, again, again_labels, &error) != 0 ||
                         !same_files(out, again) || (to == TRA && !same_files(out_labels, again_labels)))) {
        what = "writing again";
    }
    mdp_free(read);
    mdp_free(settled);
    return what;
}

static int one_case(uint64_t seed, uint64_t counts[FORMATS]) {
    struct model model;
    char path[600];
    uint64_t random = seed;
    struct error error = {.code = ERROR_NONE};
    draw_model(&random, &model);
    enum format from = (enum format)random_draw(&random, FORMATS);
    if (from == CADP && !has_labels_prob(&model, 0)) {
        from = MCRL2;
    }
    counts[from]++;
    snprintf(path, sizeof path, "%s/in.%s", place.folder.path, endings[from]);
    put_file(&random, &model, from, path);
    int aut = from == MCRL2 || from == CADP;
    struct mdp *mdp = read_back(path, 0, &error);
    const char *what = mdp == NULL ? error.text : difference(mdp, &model, aut, !aut);
    for (int to = 0; to < FORMATS && what == NULL; to++) {
        what = round_trip(mdp, &model, from, (enum format)to);
        if (what != NULL) {
            printf("\n  from %d to %d\n", from, to);
        }
    }
    mdp_free(mdp);
    if (what == NULL && memory_used(&place.memory) != 0) {
        what = "memory at the end";
    }
    if (what != NULL) {
        printf("\n  seed %llu: %s (%s)\n", (unsigned long long)seed, what, path);
    }
    return what == NULL;
}

static void test_random(void) {
    uint64_t cases = number_of_cases(CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 20261);
    uint64_t counts[FORMATS] = {0};
    int right = 1;
    for (uint64_t i = 0; i < cases && right; i++) {
        right = one_case(seed + i, counts);
    }
    CU_ASSERT(right);
    for (int format = 0; format < FORMATS && right && cases >= 500; format++) {
        CU_ASSERT(counts[format] >= cases / 10);
    }
}

/* --- single files --- */

static int writes(const struct mdp *mdp, enum format format, const char *expected) {
    char out[600], out_labels[600];
    struct error error = {.code = ERROR_NONE};
    snprintf(out, sizeof out, "%s/single.%s", place.folder.path, endings[format]);
    snprintf(out_labels, sizeof out_labels, "%s/single.lab", place.folder.path);
    unlink(out);
    int failed = write_format(mdp, format, out, out_labels, &error);
    char *text = failed ? NULL : process_read_file(out, NULL);
    const char *found = failed ? error.text : text;
    int whole = strncmp(expected, "des ", 4) == 0; /* else a part of it */
    int right = found != NULL && (whole ? strcmp(found, expected) == 0 : strstr(found, expected) != NULL) &&
                (!failed || access(out, F_OK) != 0);
    if (!right) {
        printf("\n  expected: %s\n  found:    %s\n", expected, found == NULL ? "nothing" : found);
    }
    free(text);
    return right;
}

static struct mdp *read_text(const char *name, const char *text, int plain) {
    struct error error = {.code = ERROR_NONE};
    struct mdp *mdp = read_back(test_folder_write(&place.folder, name, text), plain, &error);
    if (mdp == NULL) {
        printf("\n  %s\n", error.text);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(mdp);
    return mdp;
}

/* A distribution over initial states stays one, or becomes a state. */
static void test_initial(void) {
    struct mdp *mdp =
        read_text("initial.aut", "des (1 1/3 0, 2, 2)\n(0,\"a\",0 0.25 1 .25 0)\n(1,\"a\",1)\n", 0);
    CU_ASSERT(writes(mdp, MCRL2, "des (1 1/3 0, 2, 2)\n(0,\"a\",1 1/4 0)\n(1,\"a\",1)\n"));
    CU_ASSERT(
        writes(mdp, CADP,
               "des (2, 5, 3)\n(0,\"a; prob 0.75\",0)\n(0,\"a; prob 0.25\",1)\n(1,\"a\",1)\n(2,\"i; prob "
               "0.6666666666666666\",0)\n(2,\"i; prob 0.3333333333333333\",1)\n"));
    CU_ASSERT(writes(mdp, TRA, "2 0 0 0.6666666666666666 i\n2 0 1 0.3333333333333333 i\n"));
    mdp_free(mdp);
}

/* Names that would be read as something else. */
static void test_names(void) {
    static const struct {
        const char *text, *tra, *drn;
    } cases[] = {
        {"a b", "cannot be the name of an action in .tra", "cannot be the name of an action in DRN"},
        {"a[1]", "1 1 1\n0 0 0 1 a[1]\n", "no bracket"},
        {"0", "0 0 0 1 0\n", "stands for none"},
        {"1", "0 0 0 1 1\n", "\taction 1\n"},
        {"__NOLABEL__", "0 0 0 1 __NOLABEL__\n", "stands for none"},
        {"", "no blanks", "no blanks"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[200];
        snprintf(text, sizeof text, "des (0,1,1)\n(0,\"%s\",0)\n", cases[i].text);
        struct mdp *mdp = read_text("names.aut", text, 0);
        CU_ASSERT(writes(mdp, TRA, cases[i].tra));
        CU_ASSERT(writes(mdp, DRN, cases[i].drn));
        mdp_free(mdp);
    }
    test_folder_write(&place.folder, "quoted.lab", "#DECLARATION\ninit a\"b\n#END\n0 init a\"b\n");
    struct mdp *mdp = read_text("quoted.tra", "1 1\n0 0 1\n", 0);
    CU_ASSERT(writes(mdp, DRN, "a\"b of states has a quote"));
    CU_ASSERT(writes(mdp, TRA, "a\"b of states has a quote"));
    mdp_free(mdp);
}

/* A state without choices counts as one in DRN, as Storm counts. */
static void test_deadlocks(void) {
    struct mdp *mdp = read_text("dead.aut", "des (0,2,3)\n(0,a,1)\n(0,a,2)\n", 0);
    CU_ASSERT(writes(mdp, DRN, "@nr_states\n3\n@nr_choices\n4\n@model\n"));
    CU_ASSERT(
        writes(mdp, DRN, "state 2\n\taction 0\n\t\t2 : 0\n")); /* the last one needs a row with an entry */
    CU_ASSERT(writes(mdp, TRA, "3 2 2\n0 0 1 1 a\n0 1 2 1 a\n"));
    mdp_free(mdp);
}

/* The states that have the label, one after the other. */
static const char *states_with(const struct mdp *mdp, const char *label) {
    static char text[100];
    size_t length = 0;
    for (uint32_t i = 0; i < mdp->state_label_count; i++) {
        for (uint32_t state = 0; state < mdp->states; state++) {
            if (strcmp(mdp->state_label_text[i], label) == 0 && bitmap_has(mdp->state_labels[i], state)) {
                length += (size_t)snprintf(text + length, sizeof text - length, "%u ", state);
            }
        }
    }
    text[length] = '\0';
    return text;
}

static int write_with(const struct mdp *mdp, enum format format, struct mdp_write_options options,
                      char path[600], struct error *error) {
    char labels[600];
    snprintf(path, 600, "%s/options.%s", place.folder.path, endings[format]);
    snprintf(labels, sizeof labels, "%s/options.lab", place.folder.path);
    options.label_path = labels;
    return format == DRN ? mdp_write_drn(mdp, path, &options, &place.run, error)
                         : mdp_write(mdp, path, &options, &place.run, error);
}

static struct mdp *written_with(const struct mdp *mdp, enum format format, struct mdp_write_options options) {
    char path[600];
    struct error error = {.code = ERROR_NONE};
    int failed = write_with(mdp, format, options, path, &error);
    struct mdp *read = failed ? NULL : read_back(path, 0, &error);
    if (read == NULL) {
        printf("\n  %s\n", error.text);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(read);
    return read;
}

/* Labels of states that are made of choices, and loops in deadlocks, as the reader finds them. */
static void test_options(void) {
    static const char text[] = "des (1, 7, 5)\n(1, \"a; prob 1/2\", 0)\n(1, \"a; prob 1/2\", 2)\n(1, a, 3)\n"
                               "(0, b, 1)\n(0, a, 1)\n(3, i, 1)\n(3, \"prob 1\", 2)\n";
    struct mdp *mdp = read_text("options.aut", text, 0);
    for (enum format format = TRA; format <= DRN; format++) {
        struct mdp *read = written_with(mdp, format, (struct mdp_write_options){.state_labels = 1});
        CU_ASSERT(read->states == 5 && read->choices == mdp->choices && read->initial == 1);
        CU_ASSERT_STRING_EQUAL(states_with(read, "init"), "1 ");
        CU_ASSERT_STRING_EQUAL(states_with(read, "deadlock"), "2 4 ");
        CU_ASSERT_STRING_EQUAL(states_with(read, "a"), "0 1 ");
        CU_ASSERT_STRING_EQUAL(states_with(read, "b"), "0 ");
        CU_ASSERT_STRING_EQUAL(states_with(read, "i"), "3 ");
        CU_ASSERT_EQUAL(read->state_label_count, 5);
        /* Its own labels are written again, and the loops leave `deadlock` as it was. */
        struct mdp *loops = written_with(read, format, (struct mdp_write_options){.deadlock_loops = 1});
        CU_ASSERT(loops->choices == mdp->choices + 2 && loops->edges == mdp->edges + 2);
        CU_ASSERT_STRING_EQUAL(states_with(loops, "deadlock"), "2 4 ");
        for (uint32_t state = 2; state <= 4; state += 2) {
            uint64_t edge = loops->offsets[state];
            CU_ASSERT(loops->offsets[state + 1] == edge + 1 && loops->targets[edge] == state &&
                      loops->labels[edge] == MDP_NO_LABEL);
        }
        mdp_free(loops);
        mdp_free(read);
    }
    mdp_free(mdp);
    static const char *const reserved[] = {"init", "deadlock"};
    for (size_t i = 0; i < 2; i++) {
        char name[100], path[600];
        snprintf(name, sizeof name, "des (0, 1, 1)\n(0, %s, 0)\n", reserved[i]);
        mdp = read_text("reserved.aut", name, 0);
        for (enum format format = TRA; format <= DRN; format++) {
            struct error error = {.code = ERROR_NONE};
            const struct mdp_write_options options = {.state_labels = 1};
            CU_ASSERT_NOT_EQUAL(write_with(mdp, format, options, path, &error), 0);
            CU_ASSERT(error.code == ERROR_INPUT && strstr(error.text, "would be taken for") != NULL);
        }
        mdp_free(mdp);
    }
    mdp = read_text("chain.tra", "2 1\n0 1 1\n", 0);
    struct mdp *loops = written_with(mdp, TRA, (struct mdp_write_options){.deadlock_loops = 1});
    CU_ASSERT(loops->chain && loops->choices == 2 && loops->targets[1] == 1);
    mdp_free(loops);
    mdp_free(mdp);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

/* Rates stay labels, or are refused. */
static void test_rates(void) {
    static const char text[] = "des (0,2,2)\n(0,\"rate 2\",1)\n(1,\"a; rate 1/2\",0)\n";
    struct error error = {.code = ERROR_NONE};
    struct mdp *mdp = read_text("rates.aut", text, 1);
    CU_ASSERT(writes(mdp, CADP, "des (0, 2, 2)\n(0,\"rate 2\",1)\n(1,\"a; rate 1/2\",0)\n"));
    mdp_free(mdp);
    CU_ASSERT_PTR_NULL(read_back(test_folder_path(&place.folder, "rates.aut"), 0, &error));
    CU_ASSERT(error.code == ERROR_INPUT && strstr(error.text, "is a rate") != NULL);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

void suite_mdp_write(void) {
    suite_add("mdp_write", workplace_open, workplace_close, "random MDPs from every format to every other",
              test_random, "distributions over initial states", test_initial, "names that cannot be written",
              test_names, "states without choices", test_deadlocks, "labels of states and loops",
              test_options, "rates", test_rates, NULL);
}
