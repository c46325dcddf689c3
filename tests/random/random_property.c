/* Random properties of a network whose graph is known. */
#include "tests/random/random_property.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "checker/property/property.h"
#include "explorer/model/network.h"
#include "tests/support/testing.h"

#define MOST_LABELS 64u
#define MOST_MOVES 700u
#define LABEL_BYTES 512

struct drawing {
    uint64_t *random;
    const struct oracle_graph *graph;
    const struct network *network;
    const struct exp_options *options;
    const char *labels[MOST_LABELS]; /* that occur, by the level at which they first do */
    uint32_t label_count;
};

static uint32_t below(struct drawing *drawing, uint32_t bound) {
    return (uint32_t)(random_next(drawing->random) % bound);
}

static int chance(struct drawing *drawing, uint32_t percent) {
    return below(drawing, 100) < percent;
}

/* Edges come by the number of their source, so labels by the level at which they occur first. */
static void find_labels(struct drawing *drawing) {
    for (uint64_t edge = 0; edge < drawing->graph->edges && drawing->label_count < MOST_LABELS; edge++) {
        uint32_t at = 0;
        while (at < drawing->label_count && drawing->labels[at] != drawing->graph->edge_label[edge]) {
            at++;
        }
        if (at == drawing->label_count) {
            drawing->labels[drawing->label_count++] = drawing->graph->edge_label[edge];
        }
    }
}

/* Writes the label, in random case if options ignore case. */
static void put_label(struct drawing *drawing, const char *label, char out[LABEL_BYTES]) {
    snprintf(out, LABEL_BYTES, "%s", label);
    for (; drawing->options->ignore_case && *out != '\0'; out++) {
        *out = (char)(chance(drawing, 50) ? tolower((unsigned char)*out) : *out);
    }
}

/* A label that occurs, the late ones preferred; "a" where nothing does. */
static void draw_label(struct drawing *drawing, char out[LABEL_BYTES]) {
    uint32_t count = drawing->label_count;
    put_label(drawing,
              count == 0            ? "a"
              : chance(drawing, 50) ? drawing->labels[count - 1 - below(drawing, (count + 3) / 4)]
                                    : drawing->labels[below(drawing, count)],
              out);
}

/* A label of some rule, which need not occur. */
static void draw_rule_label(struct drawing *drawing, char out[LABEL_BYTES]) {
    uint32_t count = drawing->network->label_count;
    put_label(drawing, count == 0 ? "a" : drawing->network->labels[below(drawing, count)].text, out);
}

static void draw_internal(struct drawing *drawing, char out[LABEL_BYTES]) {
    uint32_t name = below(drawing, 2 + drawing->options->internal_count);
    snprintf(out, LABEL_BYTES, "%s",
             name == 0   ? "i"
             : name == 1 ? "tau"
                         : drawing->options->internal[name - 2]);
}

/* One that no network has: random networks have no label with "~". */
static void draw_unknown(struct drawing *drawing, char out[LABEL_BYTES]) {
    char label[LABEL_BYTES];
    draw_label(drawing, label);
    snprintf(out, LABEL_BYTES, chance(drawing, 30) ? "~nowhere" : "%.500s~", label);
}

static void escape(struct drawing *drawing, const char *text, size_t length, char *out) {
    const char *special = drawing->options->regex_extended ? ".[]*^$\\()+?{|" : ".[]*^$\\";
    for (size_t k = 0; k < length; k++) {
        if (text[k] == ']') { /* special only after a bracket, and brackets are escaped */
            *out++ = ']';
            continue;
        }
        if (strchr(special, text[k]) != NULL) {
            *out++ = '\\';
        }
        *out++ = text[k];
    }
    *out = '\0';
}

static void draw_pattern(struct drawing *drawing, char out[LABEL_BYTES]) {
    static const char *const fixed[] = {".*",       "[a-f].*", ".",       ".*1", "[^i]",
                                        ".*[!(].*", "..*",     "[b-z].*", "tau", "i"};
    char label[LABEL_BYTES], piece[2 * LABEL_BYTES];
    draw_label(drawing, label);
    size_t length = strlen(label), cut = length == 0 ? 0 : below(drawing, (uint32_t)length + 1);
    switch (below(drawing, 5)) {
    case 0:
        snprintf(out, LABEL_BYTES, "%s", fixed[below(drawing, LENGTH(fixed))]);
        break;
    case 1:
        escape(drawing, label, cut, piece);
        snprintf(out, LABEL_BYTES, "%.200s.*", piece);
        break;
    case 2:
        escape(drawing, label + cut, length - cut, piece);
        snprintf(out, LABEL_BYTES, ".*%.200s", piece);
        break;
    case 3: /* a proper part of a label, which is no match of the whole */
        escape(drawing, label, cut, piece);
        snprintf(out, LABEL_BYTES, "%.200s", piece);
        break;
    default:
        escape(drawing, label, length, piece);
        snprintf(out, LABEL_BYTES, "%.200s", piece);
    }
}

/* --- labels that may never occur --- */

static int forbids_label(void *context, const char *label) {
    const struct random_property *property = context;
    char normal[RANDOM_PROPERTY_TEXT], bare[RANDOM_PROPERTY_TEXT];
    snprintf(bare, sizeof bare, "%s", property->text);
    size_t length = strlen(bare);
    if (length >= 2 && bare[0] == '"' && bare[length - 1] == '"') {
        bare[length - 1] = '\0';
        oracle_normal_label(property->options, bare + 1, normal);
    } else {
        oracle_normal_label(property->options, bare, normal);
    }
    return strcmp(normal, label) == 0;
}

static int forbids_pattern(void *context, const char *label) {
    const struct random_property *property = context;
    regmatch_t match;
    return regexec(property->pattern, label, 1, &match, 0) == 0 && match.rm_so == 0 &&
           label[match.rm_eo] == '\0';
}

static void make_never(struct drawing *drawing, struct random_property *out) {
    char label[LABEL_BYTES];
    switch (out->kind) {
    case RANDOM_NEVER_INTERNAL:
        draw_internal(drawing, label);
        break;
    case RANDOM_NEVER_UNKNOWN:
        draw_unknown(drawing, label);
        break;
    case RANDOM_NEVER_PATTERN:
        draw_pattern(drawing, label);
        break;
    default:
        (chance(drawing, 70) ? draw_rule_label : draw_label)(drawing, label);
    }
    out->goal = (struct oracle_goal){ORACLE_NEVER, forbids_label, out, NULL};
    if (out->kind != RANDOM_NEVER_PATTERN) {
        int quoted = chance(drawing, 30) || strchr("'\"", label[0]) != NULL;
        snprintf(out->text, sizeof out->text, quoted ? "\"%s\"" : "%s", label);
        return;
    }
    snprintf(out->text, sizeof out->text, "'%s'", label);
    out->goal.forbids = forbids_pattern;
    out->pattern = malloc(sizeof(regex_t));
    if (out->pattern == NULL || regcomp(out->pattern, label,
                                        (drawing->options->regex_extended ? REG_EXTENDED : 0) |
                                            (drawing->options->ignore_case ? REG_ICASE : 0)) != 0) {
        fprintf(stderr, "no pattern: %s\n", label);
        abort();
    }
}

/* --- monitors --- */

struct drawn_monitor {
    char text[MOST_MOVES * 96];
    size_t length;
    uint32_t states, moves;
};

static void add_move(struct drawing *drawing, struct drawn_monitor *monitor, uint32_t from, const char *label,
                     uint32_t to) {
    int bare = label[0] != '\0' && strpbrk(label, "\", ()") == NULL && chance(drawing, 30);
    if (monitor->moves < MOST_MOVES && strlen(label) < 64) {
        monitor->length += (size_t)sprintf(monitor->text + monitor->length,
                                           bare ? "(%u, %s, %u)\n" : "(%u, \"%s\", %u)\n", from, label, to);
        monitor->moves++;
    }
}

static void draw_monitor_label(struct drawing *drawing, char out[LABEL_BYTES]) {
    uint32_t draw = below(drawing, 100);
    if (draw < 10) {
        draw_internal(drawing, out);
    } else if (draw < 17) {
        draw_unknown(drawing, out);
    } else if (draw < 19) {
        strcpy(out, drawing->options->ignore_case ? "ERROR !1" : "error");
    } else {
        draw_label(drawing, out);
    }
}

static void add_error(struct drawing *drawing, struct drawn_monitor *monitor, uint32_t state) {
    int folded = drawing->options->ignore_case && chance(drawing, 50);
    add_move(drawing, monitor, state, folded ? "Error" : "ERROR", below(drawing, monitor->states));
}

static void draw_moves(struct drawing *drawing, struct drawn_monitor *monitor) {
    char label[LABEL_BYTES];
    for (uint32_t state = 0; state < monitor->states; state++) {
        for (uint32_t count = below(drawing, 5); count > 0; count--) {
            draw_monitor_label(drawing, label);
            uint32_t to = below(drawing, monitor->states);
            for (uint32_t again = chance(drawing, 35) ? 2 : 1; again > 0; again--) {
                add_move(drawing, monitor, state, label, to);
                to = below(drawing, monitor->states); /* the same label to somewhere else */
            }
        }
        if (monitor->states == 1 ? chance(drawing, 50) : state != 0 && chance(drawing, 30)) {
            add_error(drawing, monitor, state);
        }
    }
}

/* From each state to the next on one label or several; now and then back. The last state is the error. */
static void draw_chain(struct drawing *drawing, struct drawn_monitor *monitor, int guesses) {
    char label[LABEL_BYTES];
    for (uint32_t state = 0; state + 1 < monitor->states; state++) {
        for (uint32_t count = 1 + below(drawing, 3); count > 0; count--) {
            draw_monitor_label(drawing, label);
            add_move(drawing, monitor, state, label, state + 1);
            if (guesses && chance(drawing, 60)) {
                add_move(drawing, monitor, state, label, chance(drawing, 70) ? state : 0);
            }
        }
        if (chance(drawing, 25)) {
            draw_monitor_label(drawing, label);
            add_move(drawing, monitor, state, label, below(drawing, state + 1));
        }
    }
}

static void write_monitor(const char *path, uint32_t initial, const struct drawn_monitor *monitor) {
    FILE *file = fopen(path, "w");
    if (file == NULL ||
        fprintf(file, "des (%u, %u, %u)\n%s", initial, monitor->moves, monitor->states, monitor->text) < 0 ||
        fclose(file) != 0) {
        perror(path);
        abort();
    }
}

static void make_monitor(struct drawing *drawing, const char *path, struct random_property *out) {
    static struct drawn_monitor monitor;
    uint32_t size = below(drawing, 100), initial = 0;
    monitor.text[0] = '\0';
    monitor.length = 0;
    monitor.moves = 0;
    monitor.states = size < 92 ? 1 + below(drawing, 6) : size < 96 ? 30 : 100;
    while (monitor.states > 6 && monitor.states * drawing->graph->states > 100000) {
        monitor.states /= 2;
    }
    if (out->kind == RANDOM_MONITOR) {
        draw_moves(drawing, &monitor);
        initial = chance(drawing, 80) ? 0 : below(drawing, monitor.states);
        /* Any state may be named, one that has an ERROR transition as well, and one twice. */
        while (out->error_state_count < 3 && chance(drawing, 30)) {
            out->error_states[out->error_state_count++] = below(drawing, monitor.states);
        }
    } else {
        draw_chain(drawing, &monitor, out->kind == RANDOM_MONITOR_GUESS);
        if (chance(drawing, 50)) {
            add_error(drawing, &monitor, monitor.states - 1);
        } else { /* a state that is nobody's source */
            out->error_states[out->error_state_count++] = monitor.states - 1;
        }
    }
    snprintf(out->text, sizeof out->text, "%s", path);
    write_monitor(out->text, initial, &monitor);
    out->monitor =
        oracle_monitor_read(out->text, drawing->options, out->error_states, out->error_state_count);
    out->goal = (struct oracle_goal){ORACLE_ERROR, NULL, NULL, oracle_monitor_automaton(out->monitor)};
}

void random_property_draw(uint64_t *random, const struct oracle_graph *graph, const struct network *network,
                          const struct exp_options *options, const char *path, struct random_property *out) {
    /* [kind]: percent of properties of this kind or an earlier one. */
    static const uint32_t upto[RANDOM_PROPERTY_KINDS] = {15, 32, 40, 48, 63, 78, 89, 100};
    struct drawing drawing = {.random = random, .graph = graph, .network = network, .options = options};
    uint32_t draw = below(&drawing, 100), kind = 0;
    find_labels(&drawing);
    while (draw >= upto[kind]) {
        kind++;
    }
    *out = (struct random_property){.kind = (enum random_property_kind)kind, .options = options};
    if (kind == RANDOM_DEADLOCK) {
        strcpy(out->text, "deadlock");
        out->goal.kind = ORACLE_DEADLOCK;
    } else if (kind < RANDOM_MONITOR) {
        make_never(&drawing, out);
    } else {
        make_monitor(&drawing, path, out);
    }
}

int random_property_make(const struct random_property *property, language_tree *tree, const struct run *run,
                         struct property *made, struct error *error) {
    static const enum property_kind kinds[] = {[ORACLE_DEADLOCK] = PROPERTY_DEADLOCK,
                                               [ORACLE_NEVER] = PROPERTY_NEVER,
                                               [ORACLE_ERROR] = PROPERTY_MONITOR};
    struct property_maker maker = {.tree = tree,
                                   .run = run,
                                   .error = error,
                                   .error_states = property->error_states,
                                   .error_state_count = property->error_state_count};
    return property_make(&maker, kinds[property->goal.kind], property->text, made);
}

void random_property_free(struct random_property *property) {
    if (property->pattern != NULL) {
        regfree(property->pattern);
        free(property->pattern);
    }
    if (property->monitor != NULL) {
        oracle_monitor_free(property->monitor);
    }
}

const char *random_property_kind_name(enum random_property_kind kind) {
    static const char *const names[RANDOM_PROPERTY_KINDS] = {
        "deadlock",      "never LABEL",    "never i",       "never of an unknown label",
        "never PATTERN", "random monitor", "monitor chain", "guessing monitor"};
    return names[kind];
}
