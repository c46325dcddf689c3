/* Random networks some of whose processes are PRISM models. */
#include "tests/random/random_mixed.h"

#include <CUnit/CUnit.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/formats/aut.h"
#include "tests/support/testing.h"

#define FILES_MOST 60u
#define LABELS_MOST 16u
#define NAME_MOST 200

/* A component, and how its states are values. */
struct component {
    const struct lts *lts;
    const label_table *labels;
    FILE *file;
    uint64_t *random;
    uint32_t low; /* values of the second variable */
    int offset;   /* the least value of the first one */
    int is_rated;
    int repeats; /* some commands are there twice */
    /* Actions of the text alone, or 0: what the system hides, renames to the label `renamed`, or blocks. */
    char hides, renames, blocks;
    uint32_t renamed;
};

static const char *text_of(const struct component *component, uint32_t label) {
    return label_text(component->labels, component->lts->labels[label]);
}

static enum label_kind kind_of(const struct component *component, uint32_t label) {
    return label_kind(component->labels, component->lts->labels[label]);
}

static int is_plain(const char *text) {
    return strlen(text) == 1 && islower((unsigned char)*text);
}

/* Whether all labels are actions as they are; otherwise a rename makes them of actions x0, x1 .. */
static int has_plain_labels(const struct component *component) {
    int plain = 1;
    for (uint32_t l = 0; l < component->lts->label_count; l++) {
        plain &= kind_of(component, l) == LABEL_INTERNAL || is_plain(text_of(component, l));
    }
    return plain;
}

static int can_be_model(const struct component *component) {
    const struct lts *lts = component->lts;
    int possible = lts != NULL && !lts->distributions && lts->label_count <= LABELS_MOST;
    for (uint32_t l = 0; possible && l < lts->label_count; l++) {
        possible = kind_of(component, l) == LABEL_PLAIN || kind_of(component, l) == LABEL_INTERNAL;
    }
    return possible;
}

/* --- operators between modules --- */

/* A letter that is no label of the component, nor internal, and differs from two others; 0 if that was not
 * drawn. */
static char draw_letter(const struct component *component, char one, char other) {
    const char letter[] = {(char)('a' + random_draw(component->random, 7)), '\0'};
    int is_free =
        *letter != one && *letter != other && label_text_kind(component->labels, letter, 1) == LABEL_PLAIN;
    for (uint32_t l = 0; l < component->lts->label_count && is_free; l++) {
        is_free = strcasecmp(text_of(component, l), letter) != 0;
    }
    return is_free ? *letter : '\0';
}

/* Draws what the system does with the actions of the text: all of it together changes nothing. */
static void draw_system(struct component *component) {
    const uint32_t labels = component->lts->label_count;
    if (random_draw(component->random, 2) == 0) {
        return;
    }
    for (uint32_t l = 0; l < labels && component->hides == 0; l++) {
        component->hides = kind_of(component, l) == LABEL_INTERNAL ? draw_letter(component, 0, 0) : '\0';
    }
    component->blocks = draw_letter(component, component->hides, 0);
    component->renamed = labels == 0 ? 0 : (uint32_t)random_draw(component->random, labels);
    if (labels > 0 && kind_of(component, component->renamed) == LABEL_PLAIN) {
        component->renames = draw_letter(component, component->hides, component->blocks);
    }
}

/* The name that an action has outside of the model's system. */
static void put_label(const struct component *component, uint32_t label, int plain) {
    if (plain) {
        fputs(text_of(component, label), component->file);
    } else {
        fprintf(component->file, "x%u", label);
    }
}

/* A second module without the action that is blocked; hiding and renaming in either order, perhaps in a
 * system that has a name. */
static void put_system(const struct component *component, int plain) {
    FILE *file = component->file;
    const int hides_first = (int)random_draw(component->random, 2);
    const int named = (int)random_draw(component->random, 2);
    if (component->hides == 0 && component->renames == 0 && component->blocks == 0) {
        return;
    }
    fputs(component->blocks != 0 ? "module idle\nendmodule\n" : "", file);
    fputs(named ? "system \"inner\" " : "system (", file);
    if (component->blocks != 0) {
        fprintf(file, "m |[%c]| idle", component->blocks);
    } else {
        fputs("m", file);
    }
    fputs(named ? " endsystem\nsystem \"inner\"" : ")", file);
    for (int turn = 0; turn < 2; turn++) {
        if (turn == hides_first && component->renames != 0) {
            fprintf(file, "{%c<-", component->renames);
            put_label(component, component->renamed, plain);
            fputs("}", file);
        } else if (turn != hides_first && component->hides != 0) {
            fprintf(file, "/{%c}", component->hides);
        }
    }
    fputs(" endsystem\n", file);
}

/* --- commands --- */

static void put_action(const struct component *component, uint32_t label, int plain) {
    if (kind_of(component, label) == LABEL_INTERNAL) {
        const char hidden[] = {component->hides, '\0'};
        fprintf(component->file, "[%s]", hidden);
    } else if (component->renames != 0 && label == component->renamed) {
        fprintf(component->file, "[%c]", component->renames);
    } else {
        fputs("[", component->file);
        put_label(component, label, plain);
        fputs("]", component->file);
    }
}

static void put_state(const struct component *component, uint32_t state, const char *between,
                      const char *quote) {
    fprintf(component->file, "%sh%s=%d%s", *quote != '\0' ? "(" : "", quote,
            component->offset + (int)(state / component->low), *quote != '\0' ? ")" : "");
    if (component->low > 1) {
        fprintf(component->file, "%s%sl%s=%u%s", between, *quote != '\0' ? "(" : "", quote,
                state % component->low, *quote != '\0' ? ")" : "");
    }
}

/* The moves [begin, end) of a state, which have one label, as branches of one command. */
static void put_command(const struct component *component, uint32_t state, uint64_t begin, uint64_t end,
                        int plain) {
    const uint64_t count = end - begin;
    fputs("\t", component->file);
    put_action(component, component->lts->label[begin], plain);
    fputs(" ", component->file);
    put_state(component, state, "&", "");
    fputs(" -> ", component->file);
    for (uint64_t m = begin; m < end; m++) {
        if (component->is_rated) {
            fprintf(component->file, "%s%u:", m > begin ? " + " : "", 1 + (unsigned)(m % 3));
        } else if (count > 1) {
            fprintf(component->file, "%s1/%u:", m > begin ? " + " : "", (unsigned)count);
        }
        put_state(component, component->lts->target[m], "&", "'");
    }
    if (component->is_rated || count > 1) {
        /* What is not taken is not evaluated. */
        fputs(random_draw(component->random, 4) == 0 ? " + 0:(h'=h+1000)" : "", component->file);
    }
    fputs(";\n", component->file);
}

static void put_moves(const struct component *component, uint32_t state, int plain) {
    const struct lts *lts = component->lts;
    for (uint64_t begin = lts->row[state]; begin < lts->row[state + 1];) {
        uint64_t end = begin + 1;
        while (end < lts->row[state + 1] && lts->label[end] == lts->label[begin] &&
               random_draw(component->random, 2) == 0) {
            end++;
        }
        const int again = component->repeats && random_draw(component->random, 8) == 0;
        for (int times = 1 + again; times > 0; times--) {
            put_command(component, state, begin, end, plain);
        }
        begin = end;
    }
}

static void put_model(const struct component *component) {
    static const char *const kinds[] = {"mdp", "dtmc", "ctmc"};
    const struct lts *lts = component->lts;
    const uint32_t states = lts->states;
    const int plain = has_plain_labels(component);
    fprintf(component->file, "%s\nmodule m\n\th : [%d..%d] init %d;\n",
            component->is_rated ? kinds[2] : kinds[random_draw(component->random, 2)], component->offset,
            component->offset + (int)((states - 1) / component->low),
            component->offset + (int)(lts->initial / component->low));
    if (component->low > 1) {
        fprintf(component->file, "\tl : [0..%u] init %u;\n", component->low - 1,
                lts->initial % component->low);
    }
    for (uint32_t state = 0; state < lts->row_states; state++) {
        put_moves(component, state, plain);
    }
    if (component->blocks != 0) {
        fprintf(component->file, "\t[%c] true -> true;\n", component->blocks);
    }
    fputs("endmodule\n", component->file);
    put_system(component, plain);
}

/* What replaces a reference. */
static void put_reference(const struct component *component, uint32_t number, FILE *to) {
    const char *between = "";
    if (has_plain_labels(component)) {
        fprintf(to, "\"c%u.prism\"", number);
        return;
    }
    fputs("total rename ", to);
    for (uint32_t l = 0; l < component->lts->label_count; l++) {
        if (kind_of(component, l) == LABEL_PLAIN) {
            fprintf(to, "%s\"x%u\" -> \"%s\"", between, l, text_of(component, l));
            between = ", ";
        }
    }
    fprintf(to, " in \"c%u.prism\" end rename", number);
}

/* Replaces the references to a file in a text; returns their number. */
static unsigned replace(char **text, const struct component *component, uint32_t number) {
    char name[32], *to = NULL;
    size_t size;
    unsigned count = 0;
    FILE *stream = test_present(open_memstream(&to, &size));
    int length = snprintf(name, sizeof name, "c%u.aut", number);
    const char *from = *text, *found;
    while ((found = strstr(from, name)) != NULL) {
        const int quoted = found > *text && found[-1] == '"';
        fwrite(from, 1, (size_t)(found - from) - (size_t)quoted, stream);
        put_reference(component, number, stream);
        from = found + length + quoted;
        count++;
    }
    fputs(from, stream);
    fclose(stream);
    free(*text);
    *text = to;
    return count;
}

/* The text of a file, to be freed; NULL if there is none. */
static char *read_all(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return NULL;
    }
    fseek(file, 0, SEEK_END);
    const size_t length = (size_t)ftell(file);
    char *text = test_present(malloc(length + 1));
    rewind(file);
    CU_ASSERT_EQUAL_FATAL(fread(text, 1, length, file), length);
    text[length] = '\0';
    fclose(file);
    return text;
}

static unsigned replace_in(const char *directory, const char *name, const struct component *component,
                           uint32_t number) {
    char path[NAME_MOST + 600];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    char *text = read_all(path);
    if (text != NULL) {
        count = replace(&text, component, number);
        FILE *file = test_present(fopen(path, "w"));
        fputs(text, file);
        fclose(file);
        free(text);
    }
    return count;
}

static unsigned convert(const struct random_network *network, const char *directory, uint32_t number,
                        uint64_t *random) {
    struct memory memory;
    struct run run = {.memory = &memory, .threads = 1};
    struct error error;
    char path[NAME_MOST + 600], name[32];
    unsigned count = 0;
    memory_init(&memory, UINT64_MAX);
    snprintf(path, sizeof path, "%s/c%u.aut", directory, number);
    label_table *labels = test_present(label_table_create(
        &memory, network->options.ignore_case, network->options.internal, network->options.internal_count));
    struct lts *lts = aut_read(path, labels, &run, &error);
    struct component component = {.lts = lts, .labels = labels, .random = random};
    if (can_be_model(&component)) {
        component.low = 1 + (uint32_t)random_draw(random, lts->states < 6 ? lts->states : 6);
        component.offset = (int)random_draw(random, 5) - 2;
        component.is_rated = random_draw(random, 3) == 0;
        /* Combinations of many would be too many. */
        component.repeats = network->features[RANDOM_WIDE_63] == 0;
        draw_system(&component);
        snprintf(path, sizeof path, "%s/c%u.prism", directory, number);
        component.file = test_present(fopen(path, "w"));
        put_model(&component);
        fclose(component.file);
        count += replace_in(directory, "main.exp", &component, number);
        for (uint32_t n = 0; n < FILES_MOST; n++) {
            snprintf(name, sizeof name, "n%u.exp", n);
            count += replace_in(directory, name, &component, number);
        }
    }
    lts_free(&memory, lts);
    label_table_free(labels);
    return count;
}

unsigned random_mixed_convert(const struct random_network *network, const char *directory, uint64_t seed) {
    unsigned count = 0;
    for (uint32_t number = 0; number < FILES_MOST; number++) {
        char path[NAME_MOST + 600];
        snprintf(path, sizeof path, "%s/c%u.aut", directory, number);
        FILE *file = fopen(path, "r");
        if (file != NULL) {
            fclose(file);
            count += random_draw(&seed, 2) == 0 ? convert(network, directory, number, &seed) : 0;
        }
    }
    return count;
}

/* --- probabilities --- */

#define HALVES_MOST 1000u

/* A `prob` transition of an AUT file: its line up to the label's "prob". */
struct half {
    char begin[60];
};

/* Whether a state has such a choice already; if not, it has now. */
static int has_half(struct half *halves, uint32_t *count, const char *line, const char *prob) {
    char begin[sizeof halves->begin];
    snprintf(begin, sizeof begin, "%.*s", (int)(prob - line), line);
    for (uint32_t i = 0; i < *count; i++) {
        if (strcmp(halves[i].begin, begin) == 0) {
            return 1;
        }
    }
    if (*count < HALVES_MOST) {
        strcpy(halves[(*count)++].begin, begin);
    }
    return 0;
}

/* Writes the transitions of a file of so many states; returns their number. to: NULL to count alone. */
static uint32_t put_halves(char *lines, uint32_t states, FILE *to) {
    static struct half halves[HALVES_MOST];
    uint32_t count = 0, written = 0;
    for (char *line = lines, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        const char *prob = strstr(line, "prob"), *last = strrchr(line, ',');
        const int chance = prob != NULL && last != NULL;
        if (chance && has_half(halves, &count, line, prob)) {
            *end = '\n';
            continue;
        }
        if (to != NULL) {
            fprintf(to, "%s\n", line);
        }
        written++;
        if (chance && states > 1) {
            const uint32_t other = (uint32_t)((strtoul(last + 1, NULL, 10) + 1) % states);
            if (to != NULL) {
                fprintf(to, "%.*s, %u)\n", (int)(last - line), line, other);
            }
            written++;
        }
        *end = '\n';
    }
    return written;
}

static void halve(const char *path, char *text) {
    uint32_t initial, transitions, states;
    char *lines = strchr(text, '\n');
    if (lines == NULL || strstr(lines, "prob ") == NULL || lines[strlen(lines) - 1] != '\n' ||
        sscanf(text, "des (%" SCNu32 ", %" SCNu32 ", %" SCNu32 ")", &initial, &transitions, &states) != 3) {
        return;
    }
    FILE *file = test_present(fopen(path, "w"));
    fprintf(file, "des (%u, %u, %u)\n", initial, put_halves(lines + 1, states, NULL), states);
    put_halves(lines + 1, states, file);
    fclose(file);
}

void random_mixed_halve(const char *directory) {
    for (uint32_t number = 0; number < FILES_MOST; number++) {
        char path[NAME_MOST + 600];
        snprintf(path, sizeof path, "%s/c%u.aut", directory, number);
        char *text = read_all(path);
        if (text != NULL) {
            halve(path, text);
            free(text);
        }
    }
}
