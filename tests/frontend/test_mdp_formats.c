/*
 * Random MDPs, written in every format that is read by functions that share nothing with the readers, and
 * compared with what is read, field by field.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/digraph_core.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/mdp_write.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define CASES 500
#else
#define CASES 2000
#endif
#define STATES_MOST 24u
#define CHOICES_MOST 3u
#define LABELS 4u

static const char *const names[] = {"go", "a", "b!1", "stop(1,2)", "x_y"};
static const char *const state_names[LABELS] = {"init", "goal", "far", "z"};

struct choice {
    int name; /* index into names, or -1 */
    uint32_t weights[STATES_MOST], sum;
};

struct model {
    uint32_t states, initial, choice_count, edges;
    uint32_t choices_of[STATES_MOST];
    struct choice choices[STATES_MOST][CHOICES_MOST];
    uint32_t labels[LABELS]; /* bitmaps; of `init` only the initial state */
    int has_init;
};

enum shape { PRISM, PRISM_CHAIN, STORM, STORM_CHAIN, DRN, AUT, SHAPES };

struct random_file {
    uint64_t random;
    enum shape shape;
    FILE *file;
    const char *newline;
    int shuffled, named;
};

static uint32_t below(struct random_file *file, uint32_t bound) {
    return (uint32_t)(random_next(&file->random) % bound);
}

static int is_chain(enum shape shape) {
    return shape == PRISM_CHAIN || shape == STORM_CHAIN;
}

/* --- the model --- */

static int same_choice(const struct choice *a, const struct choice *b, uint32_t states) {
    int same = a->name == b->name;
    for (uint32_t target = 0; target < states; target++) {
        same = same && (a->weights[target] != 0) == (b->weights[target] != 0);
    }
    return same;
}

static void draw_choice(struct random_file *file, const struct model *model, struct choice *choice) {
    uint32_t targets = below(file, 3) == 0 ? 1 + below(file, model->states) : 1 + below(file, 3);
    memset(choice, 0, sizeof *choice);
    choice->name = file->named && below(file, 4) != 0 ? (int)below(file, 5) : -1;
    if (file->shape == AUT) {
        choice->name = (int)below(file, 5);
    }
    for (uint32_t i = 0; i < targets; i++) {
        uint32_t weight = 1 + below(file, 5);
        choice->weights[below(file, model->states)] += weight;
        choice->sum += weight;
    }
}

static void draw_model(struct random_file *file, struct model *model) {
    memset(model, 0, sizeof *model);
    model->states = 1 + below(file, STATES_MOST);
    for (uint32_t state = 0; state < model->states; state++) {
        uint32_t count = is_chain(file->shape) ? below(file, 2) : below(file, CHOICES_MOST + 1);
        for (uint32_t c = 0; c < count; c++) {
            struct choice *choice = &model->choices[state][model->choices_of[state]];
            draw_choice(file, model, choice);
            int twice = 0;
            for (uint32_t other = 0; other < model->choices_of[state] && file->shape == AUT; other++) {
                /* Equal lines of an AUT file count once. */
                twice |= same_choice(&model->choices[state][other], choice, model->states);
            }
            model->choices_of[state] += !twice;
        }
        model->choice_count += model->choices_of[state];
        for (uint32_t c = 0; c < model->choices_of[state]; c++) {
            for (uint32_t target = 0; target < model->states; target++) {
                model->edges += model->choices[state][c].weights[target] != 0;
            }
        }
    }
    model->has_init = file->shape == AUT || below(file, 2);
    model->initial = model->has_init ? below(file, model->states) : 0;
    for (uint32_t label = 1; label < LABELS; label++) {
        model->labels[label] = (uint32_t)random_next(&file->random) & ((1u << model->states) - 1);
    }
    model->labels[0] = model->has_init ? 1u << model->initial : 0;
}

/* --- writing --- */

static void write_probability(struct random_file *file, uint32_t weight, uint32_t sum) {
    switch (below(file, 4)) {
    case 0:
        fprintf(file->file, "%u/%u", weight, sum);
        break;
    case 1:
        fprintf(file->file, "%.17g", (double)weight / sum);
        break;
    case 2:
        fprintf(file->file, "%.9e", (double)weight / sum);
        break;
    default:
        fprintf(file->file, "%.9f", (double)weight / sum);
    }
}

struct line {
    uint32_t state, choice, target, part, parts;
};

/* The edges as lines, some of them in two with half the weight each; in random order where that is wanted. */
static uint32_t make_lines(struct random_file *file, const struct model *model, struct line *lines) {
    uint32_t count = 0;
    for (uint32_t state = 0; state < model->states; state++) {
        for (uint32_t choice = 0; choice < model->choices_of[state]; choice++) {
            for (uint32_t target = 0; target < model->states; target++) {
                uint32_t weight = model->choices[state][choice].weights[target];
                uint32_t parts = weight > 1 && below(file, 10) == 0 ? 2 : 1;
                for (uint32_t part = 0; part < parts && weight > 0; part++) {
                    lines[count++] = (struct line){state, choice, target, part, parts};
                }
            }
        }
    }
    /* Shuffles all lines, or only some: the reader assumes order until a line breaks it. */
    uint32_t swaps = !file->shuffled ? 0 : below(file, 2) ? count : 1 + below(file, 3);
    for (uint32_t i = 0; i < swaps && count > 0; i++) {
        uint32_t a = below(file, count), b = below(file, count);
        struct line line = lines[a];
        lines[a] = lines[b];
        lines[b] = line;
    }
    return count;
}

static void write_transitions(struct random_file *file, const struct model *model) {
    static struct line lines[2 * STATES_MOST * STATES_MOST * CHOICES_MOST];
    uint32_t count = make_lines(file, model, lines);
    if (file->shape == PRISM) {
        fprintf(file->file, "%u %u %u%s", model->states, model->choice_count, count, file->newline);
    } else if (file->shape == PRISM_CHAIN) {
        fprintf(file->file, "%u %u%s", model->states, count, file->newline);
    } else {
        fprintf(file->file, "%s%s", file->shape == STORM ? "mdp" : "dtmc", file->newline);
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct line *line = &lines[i];
        const struct choice *choice = &model->choices[line->state][line->choice];
        uint32_t weight = choice->weights[line->target];
        uint32_t part = line->parts == 1 ? weight : line->part == 0 ? 1 : weight - 1;
        fprintf(file->file, "%u ", line->state);
        if (!is_chain(file->shape)) {
            fprintf(file->file, "%u ", line->choice);
        }
        fprintf(file->file, "%u ", line->target);
        write_probability(file, part, choice->sum);
        if (choice->name >= 0) {
            fprintf(file->file, " %s", names[choice->name]);
        }
        fprintf(file->file, "%s", below(file, 20) == 0 ? " " : "");
        fprintf(file->file, "%s%s", file->newline, below(file, 30) == 0 ? file->newline : "");
    }
}

static void write_drn_choice(struct random_file *file, const struct model *model, uint32_t state,
                             uint32_t c) {
    const struct choice *choice = &model->choices[state][c];
    if (choice->name >= 0) {
        fprintf(file->file, "\taction %s", names[choice->name]);
    } else if (below(file, 2)) {
        fprintf(file->file, "\taction __NOLABEL__");
    } else {
        fprintf(file->file, "\taction %u", c);
    }
    fprintf(file->file, "%s%s", below(file, 2) ? " [1, 2.5]" : "", file->newline);
    for (uint32_t target = 0; target < model->states; target++) {
        if (choice->weights[target] != 0) {
            fprintf(file->file, "\t\t%u : ", target);
            if (choice->weights[target] == choice->sum && below(file, 2)) {
                fprintf(file->file, "$one");
            } else {
                write_probability(file, choice->weights[target], choice->sum);
            }
            fprintf(file->file, "%s", file->newline);
        }
    }
}

static void write_drn(struct random_file *file, const struct model *model) {
    const char *newline = file->newline;
    fprintf(file->file, "// made by a test%s@type: MDP%s@parameters%s%s", newline, newline, newline, newline);
    fprintf(file->file, "@placeholders%s$one : 1%s@reward_models%s%s", newline, newline, newline, newline);
    fprintf(file->file, "@nr_states%s%u%s@nr_choices%s%u%s@model%s", newline, model->states, newline, newline,
            model->choice_count, newline, newline);
    for (uint32_t state = 0; state < model->states; state++) {
        fprintf(file->file, "state %u%s", state, below(file, 2) ? " [0, 1]" : "");
        for (uint32_t label = 0; label < LABELS; label++) {
            if (model->labels[label] >> state & 1) {
                fprintf(file->file, below(file, 2) ? " \"%s\"" : " %s", state_names[label]);
            }
        }
        fprintf(file->file, "%s%s%s", newline, below(file, 3) == 0 ? "//[x=1]" : "", newline);
        for (uint32_t choice = 0; choice < model->choices_of[state]; choice++) {
            write_drn_choice(file, model, state, choice);
        }
    }
}

static void write_aut(struct random_file *file, const struct model *model) {
    fprintf(file->file, "des (%u, %u, %u)%s", model->initial, model->choice_count, model->states,
            file->newline);
    for (uint32_t state = 0; state < model->states; state++) {
        for (uint32_t c = 0; c < model->choices_of[state]; c++) {
            const struct choice *choice = &model->choices[state][c];
            fprintf(file->file, "(%u,\"%s\",", state, names[choice->name]);
            uint32_t left = choice->sum;
            for (uint32_t target = 0; target < model->states; target++) {
                uint32_t weight = choice->weights[target];
                left -= weight;
                if (weight > 0) {
                    fprintf(file->file, "%u", target);
                }
                if (weight > 0 && left > 0) {
                    fprintf(file->file, " %u/%u ", weight, choice->sum);
                }
            }
            fprintf(file->file, ")%s", file->newline);
        }
    }
}

static void write_labels(struct random_file *file, const struct model *model) {
    int storm = below(file, 2);
    const char *newline = file->newline;
    fprintf(file->file, "%s", storm ? "#DECLARATION" : "");
    for (uint32_t label = 0; label < LABELS; label++) {
        if (storm) {
            fprintf(file->file, "%s%s", label == 0 ? newline : " ", state_names[label]);
        } else {
            fprintf(file->file, "%u=\"%s\" ", 2 * label, state_names[label]);
        }
    }
    fprintf(file->file, "%s%s%s", newline, storm ? "#END" : "", newline);
    for (uint32_t state = 0; state < model->states; state++) {
        fprintf(file->file, storm ? "%u" : "%u:", state);
        for (uint32_t label = 0; label < LABELS; label++) {
            if (model->labels[label] >> state & 1) {
                fprintf(file->file, storm ? " %s" : " %.0s%u", state_names[label], 2 * label);
            }
        }
        fprintf(file->file, "%s", newline);
    }
}

/* --- comparing --- */

/* Whether the edges from *at on are this choice; *at moves past them. */
static int takes_choice(const struct mdp *mdp, const struct model *model, uint32_t state,
                        const struct choice *choice, uint64_t *at) {
    struct digraph graph = mdp_digraph(mdp);
    int first = 1;
    for (uint32_t target = 0; target < model->states; target++) {
        if (choice->weights[target] == 0) {
            continue;
        }
        uint64_t edge = (*at)++;
        if (edge >= mdp->offsets[state + 1] || mdp->targets[edge] != target ||
            digraph_begins(&graph, edge) != first) {
            return 0;
        }
        first = 0;
        uint32_t label = mdp->labels == NULL ? MDP_NO_LABEL : mdp->labels[edge];
        if (choice->name < 0
                ? label != MDP_NO_LABEL
                : label == MDP_NO_LABEL || strcmp(mdp->label_text[label], names[choice->name]) != 0) {
            return 0;
        }
    }
    return 1;
}

static int same_state(const struct mdp *mdp, const struct model *model, uint32_t state) {
    uint64_t at = mdp->offsets[state];
    for (uint32_t choice = 0; choice < model->choices_of[state]; choice++) {
        if (!takes_choice(mdp, model, state, &model->choices[state][choice], &at)) {
            return 0;
        }
    }
    return at == mdp->offsets[state + 1];
}

/* The same where choices may come in any order: each of the model's is there, and no other. */
static int same_set(const struct mdp *mdp, const struct model *model, uint32_t state) {
    struct digraph graph = mdp_digraph(mdp);
    uint32_t found = 0;
    for (uint32_t c = 0; c < model->choices_of[state]; c++) {
        int there = 0;
        for (uint64_t edge = mdp->offsets[state]; edge < mdp->offsets[state + 1]; edge++) {
            uint64_t at = edge;
            there |= digraph_begins(&graph, edge) &&
                     takes_choice(mdp, model, state, &model->choices[state][c], &at) &&
                     (at == mdp->offsets[state + 1] || digraph_begins(&graph, at));
        }
        if (!there) {
            return 0;
        }
    }
    for (uint64_t edge = mdp->offsets[state]; edge < mdp->offsets[state + 1]; edge++) {
        found += (uint32_t)digraph_begins(&graph, edge);
    }
    return found == model->choices_of[state];
}

static int same_labels(const struct mdp *mdp, const struct model *model) {
    uint32_t seen = 0;
    for (uint32_t i = 0; i < mdp->state_label_count; i++) {
        if (i > 0 && strcmp(mdp->state_label_text[i - 1], mdp->state_label_text[i]) >= 0) {
            return 0;
        }
        for (uint32_t label = 0; label < LABELS; label++) {
            if (strcmp(mdp->state_label_text[i], state_names[label]) == 0) {
                seen |= 1u << label;
                if (mdp->state_labels[i][0] != model->labels[label]) {
                    return 0;
                }
            }
        }
    }
    for (uint32_t label = 0; label < LABELS; label++) {
        if (model->labels[label] != 0 && !(seen >> label & 1)) {
            return 0;
        }
    }
    return 1;
}

static const char *difference(const struct mdp *mdp, const struct model *model, enum shape shape,
                              int labelled) {
    /* Storm's dialect counts no states: those that nothing mentions are not there. */
    uint64_t states = mdp->states;
    if (shape == STORM || shape == STORM_CHAIN ? states > model->states : states != model->states) {
        return "states";
    }
    if (mdp->choices != model->choice_count || mdp->edges != model->edges ||
        mdp->offsets[states] != mdp->edges || mdp->reachable != NULL || mdp->reachable_states != states) {
        return "counts";
    }
    if ((mdp->begins == NULL) != (mdp->choices == mdp->edges)) {
        return "the bitmap";
    }
    if (mdp->initial != (labelled || shape == DRN || shape == AUT ? model->initial : 0)) {
        return "the initial state";
    }
    for (uint32_t state = 0; state < model->states; state++) {
        if (state >= states ? model->choices_of[state] != 0
            : shape == AUT  ? !same_set(mdp, model, state)
                            : !same_state(mdp, model, state)) {
            return "choices";
        }
    }
    for (uint32_t label = 1; label < mdp->label_count; label++) {
        if (strcmp(mdp->label_text[label - 1], mdp->label_text[label]) >= 0) {
            return "the order of labels";
        }
    }
    return (labelled || shape == DRN) && !same_labels(mdp, model) ? "labels of states" : NULL;
}

/* --- cases --- */

static struct memory memory;
static struct run run;

/* Writes the MDP and reads it again: it must be the same, except for probabilities. */
static const char *rewrite(struct test_folder *folder, const struct mdp *mdp, const struct model *model,
                           enum shape shape, int labelled) {
    struct error error;
    char labels[600];
    snprintf(labels, sizeof labels, "%s/again.lab", folder->path);
    const char *path = test_folder_path(folder, "again.tra");
    if (mdp_write(mdp, path, &(struct mdp_write_options){.label_path = labels}, &run, &error) != 0) {
        return "writing";
    }
    struct mdp *again = mdp_read(path, NULL, &run, &error);
    if (again == NULL) {
        return "reading again";
    }
    const char *what = again->states != mdp->states     ? "states written"
                       : again->initial != mdp->initial ? "the initial state written"
                                                        : NULL;
    if (what == NULL) {
        /* The initial state is always written, as a label. */
        struct model named = *model;
        named.labels[0] = labelled || shape == DRN ? 1u << mdp->initial : 0;
        what = difference(again, &named, shape, labelled);
    }
    mdp_free(again);
    return what;
}

static int one_case(struct test_folder *folder, uint64_t seed, uint64_t counts[SHAPES]) {
    static const char *const files[SHAPES] = {"x.tra", "x.tra", "x.tra", "x.tra", "x.drn", "x.aut"};
    struct random_file file = {.random = seed};
    struct model model;
    struct error error = {.code = ERROR_NONE};
    file.shape = (enum shape)below(&file, SHAPES);
    file.newline = below(&file, 5) == 0 ? "\r\n" : "\n";
    file.shuffled = below(&file, 2) == 0;
    file.named = below(&file, 2) == 0;
    draw_model(&file, &model);
    char path[600], labels[600];
    snprintf(path, sizeof path, "%s", test_folder_path(folder, files[file.shape]));
    snprintf(labels, sizeof labels, "%s", test_folder_path(folder, "x.lab"));
    file.file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.file);
    if (file.shape == DRN) {
        write_drn(&file, &model);
    } else if (file.shape == AUT) {
        write_aut(&file, &model);
    } else {
        write_transitions(&file, &model);
    }
    fclose(file.file);
    int explicit_file = file.shape != DRN && file.shape != AUT;
    /* Labels name states by number, and in Storm's dialect states that do not occur have no number. */
    int labelled = (file.shape == PRISM || file.shape == PRISM_CHAIN) && below(&file, 2);
    unlink(labels);
    if (explicit_file && labelled) {
        file.file = fopen(labels, "w");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file.file);
        write_labels(&file, &model);
        fclose(file.file);
    }
    struct mdp *mdp = mdp_read(path, NULL, &run, &error);
    const char *what = mdp == NULL ? error.text : difference(mdp, &model, file.shape, labelled);
    if (what == NULL) {
        what = rewrite(folder, mdp, &model, file.shape, labelled);
    }
    mdp_free(mdp);
    if (what == NULL && memory_used(&memory) != 0) {
        what = "memory at the end";
    }
    if (what != NULL) {
        fprintf(stderr, "seed %llu: %s (%s)\n", (unsigned long long)seed, what, path);
    }
    counts[file.shape]++;
    return what == NULL;
}

static void test_random(void) {
    uint64_t cases = number_of_cases(CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 4711);
    uint64_t counts[SHAPES] = {0};
    struct test_folder folder;
    memory_init(&memory, (uint64_t)1 << 30);
    run = (struct run){.memory = &memory, .threads = 2};
    test_folder_create(&folder);
    int right = 1;
    for (uint64_t i = 0; i < cases && right; i++) {
        right = one_case(&folder, seed + i, counts);
    }
    CU_ASSERT(right);
    for (int shape = 0; shape < SHAPES && right && cases >= 500; shape++) {
        CU_ASSERT(counts[shape] >= cases / 10);
    }
    if (right) {
        test_folder_remove(&folder);
    }
}

void suite_mdp_formats(void) {
    suite_add("mdp_formats", NULL, NULL, "random MDPs in every format", test_random, NULL);
}
