/* Makes properties for a network from the texts of the command line and of evidence. */
#include "checker/property/property.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"

/* Prefixes of names that end in a label, with the blank before the label. */
static const char *const prefixes[PROPERTY_KINDS] = {
    "deadlock",    "never ",      "monitor ",       "livelock",
    "starvation ", "fair-cycle ", "almost-surely ", "almost-surely-repeatedly ",
    "formula "};
static const char *const kind_names[PROPERTY_KINDS] = {
    "deadlock",   "never",      "monitor",       "livelock",
    "starvation", "fair-cycle", "almost-surely", "almost-surely-repeatedly",
    "formula"};

const char *property_kind_name(enum property_kind kind) {
    return kind_names[kind];
}

int property_is_of_cycles(enum property_kind kind) {
    return kind == PROPERTY_LIVELOCK || kind == PROPERTY_STARVATION || kind == PROPERTY_FAIR_CYCLE;
}

int property_is_of_schedulers(enum property_kind kind) {
    return kind == PROPERTY_ALMOST_SURELY || kind == PROPERTY_ALMOST_SURELY_REPEATEDLY;
}

/* Makes a new text: `before`, `middle`, `after`. */
static char *join(struct memory *memory, uint64_t *bytes, const char *before, const char *middle,
                  const char *after, struct error *error) {
    size_t first = strlen(before), second = strlen(middle), third = strlen(after);
    *bytes = first + second + third + 1;
    char *text = memory_allocate(memory, *bytes);
    if (text == NULL) {
        error_memory(error, "for the property");
        return NULL;
    }
    memcpy(text, before, first);
    memcpy(text + first, middle, second);
    memcpy(text + first + second, after, third + 1);
    return text;
}

static int make_name(struct property *property, const struct run *run, const char *before, const char *middle,
                     const char *after, struct error *error) {
    property->name = join(run->memory, &property->name_bytes, before, middle, after, error);
    return property->name == NULL ? -1 : 0;
}

static int make_text(struct property *property, const struct run *run, const char *text,
                     struct error *error) {
    property->text = join(run->memory, &property->text_bytes, text, "", "", error);
    return property->text == NULL ? -1 : 0;
}

int property_make_deadlock(struct property *property, const struct run *run, struct error *error) {
    *property = (struct property){.kind = PROPERTY_DEADLOCK};
    return make_name(property, run, "deadlock", "", "", error);
}

/* --- labels --- */

/* "never 'PATTERN'" */
static int name_pattern(struct property *property, const struct run *run, struct error *error) {
    uint64_t bytes;
    char *quoted = join(run->memory, &bytes, "'", property->text, "'", error);
    int failed = quoted == NULL || make_name(property, run, prefixes[property->kind], quoted, "", error) != 0;
    memory_free(run->memory, quoted, bytes);
    return failed ? -1 : 0;
}

static int make_label(struct property *property, enum property_kind kind, const char *label,
                      language_tree *tree, const struct run *run, struct error *error) {
    label_table *labels = language_labels(tree);
    *property = (struct property){.kind = kind};
    /* The label in the network's form: with the common name of the internal action, and with letters folded
     * if the options ignore case. */
    uint32_t id = label_intern(labels, label, strlen(label));
    if (id == LABEL_NONE) {
        return error_memory(error, "for the property");
    }
    return make_name(property, run, prefixes[kind], label, "", error) != 0 ||
                   make_text(property, run, label_text(labels, id), error) != 0
               ? -1
               : 0;
}

static int make_pattern(struct property *property, enum property_kind kind, const char *pattern,
                        language_tree *tree, const struct run *run, struct error *error) {
    const struct exp_options *options = language_options(tree);
    unsigned flags =
        (options->regex_extended ? PATTERN_EXTENDED : 0) | (options->ignore_case ? PATTERN_IGNORE_CASE : 0);
    *property = (struct property){.kind = kind};
    property->pattern = pattern_compile(run->memory, pattern, flags, error);
    return property->pattern == NULL || make_text(property, run, pattern, error) != 0 ||
                   name_pattern(property, run, error) != 0
               ? -1
               : 0;
}

/* Makes a property from the first `length` bytes of `text`, which may be in quotes. */
static int make_quoted(struct property *property, enum property_kind kind, const char *text, size_t length,
                       language_tree *tree, const struct run *run, struct error *error) {
    int quoted = length != 0 && (text[0] == '\'' || text[0] == '"');
    *property = (struct property){.kind = kind};
    if (length == 0) { /* the empty label must be written with quotes */
        return error_set(error, ERROR_USAGE, "a label is missing");
    }
    if (quoted && (length == 1 || text[length - 1] != text[0])) {
        return error_set(error, ERROR_USAGE,
                         "the opening quote is not closed: a pattern is written \"'...'\" in a shell");
    }
    uint64_t bytes = length + 1;
    char *inner = memory_allocate(run->memory, bytes);
    if (inner == NULL) {
        return error_memory(error, "for the property");
    }
    size_t kept = quoted ? length - 2 : length;
    memcpy(inner, text + quoted, kept);
    inner[kept] = '\0';
    int failed = text[0] == '\'' ? make_pattern(property, kind, inner, tree, run, error)
                                 : make_label(property, kind, inner, tree, run, error);
    memory_free(run->memory, inner, bytes);
    return failed;
}

int property_make_never_label(struct property *property, const char *label, language_tree *tree,
                              const struct run *run, struct error *error) {
    return make_label(property, PROPERTY_NEVER, label, tree, run, error);
}

int property_make_never_pattern(struct property *property, const char *pattern, language_tree *tree,
                                const struct run *run, struct error *error) {
    return make_pattern(property, PROPERTY_NEVER, pattern, tree, run, error);
}

int property_make_never(struct property *property, const char *text, language_tree *tree,
                        const struct run *run, struct error *error) {
    return make_quoted(property, PROPERTY_NEVER, text, strlen(text), tree, run, error);
}

int property_make_starvation_label(struct property *property, const char *label, language_tree *tree,
                                   const struct run *run, struct error *error) {
    return make_label(property, PROPERTY_STARVATION, label, tree, run, error);
}

int property_make_starvation_pattern(struct property *property, const char *pattern, language_tree *tree,
                                     const struct run *run, struct error *error) {
    return make_pattern(property, PROPERTY_STARVATION, pattern, tree, run, error);
}

int property_make_starvation(struct property *property, const char *text, language_tree *tree,
                             const struct run *run, struct error *error) {
    return make_quoted(property, PROPERTY_STARVATION, text, strlen(text), tree, run, error);
}

int property_make_almost_surely(struct property *property, const char *text, language_tree *tree,
                                const struct run *run, struct error *error) {
    return make_quoted(property, PROPERTY_ALMOST_SURELY, text, strlen(text), tree, run, error);
}

int property_make_almost_surely_repeatedly(struct property *property, const char *text, language_tree *tree,
                                           const struct run *run, struct error *error) {
    return make_quoted(property, PROPERTY_ALMOST_SURELY_REPEATEDLY, text, strlen(text), tree, run, error);
}

/* --- cycles --- */

int property_make_livelock(struct property *property, const struct run *run, struct error *error) {
    *property = (struct property){.kind = PROPERTY_LIVELOCK};
    return make_name(property, run, "livelock", "", "", error);
}

int property_begin_fair_cycle(struct property *property, uint32_t count, const struct run *run,
                              struct error *error) {
    *property = (struct property){.kind = PROPERTY_FAIR_CYCLE, .part_count = count};
    property->parts = memory_allocate_zeroed(run->memory, count * sizeof *property->parts);
    return property->parts == NULL ? error_memory(error, "for the property") : 0;
}

int property_name_fair_cycle(struct property *property, const struct run *run, struct error *error) {
    uint64_t need = sizeof "fair-cycle", used;
    for (uint32_t i = 0; i < property->part_count; i++) {
        need += strlen(property->parts[i].text) + sizeof "'', ";
    }
    property->name = memory_allocate(run->memory, need);
    if (property->name == NULL) {
        return error_memory(error, "for the property");
    }
    property->name_bytes = need;
    used = (uint64_t)snprintf(property->name, need, "fair-cycle");
    for (uint32_t i = 0; i < property->part_count; i++) {
        const char *quote = property->parts[i].pattern != NULL ? "'" : "";
        used += (uint64_t)snprintf(property->name + used, need - used, "%s%s%s%s", i == 0 ? " " : ", ", quote,
                                   property->parts[i].text, quote);
    }
    return 0;
}

static int is_blank(char character) {
    return character == ' ' || character == '\t';
}

/* The first of several texts that commas separate, without blanks around it. A text in quotes may have
 * commas. */
struct listed_text {
    const char *begin, *end;
    const char *next; /* after the comma; NULL after the last text */
};

static struct listed_text first_listed_text(const char *list) {
    while (is_blank(*list)) {
        list++;
    }
    struct listed_text text = {list, list, NULL};
    char quote = *list == '\'' || *list == '"' ? *list : '\0';
    for (const char *at = list; *at != '\0'; at++) {
        int closed = quote == '\0' || (text.end > list + 1 && text.end[-1] == quote);
        if (*at == ',' && closed) {
            text.next = at + 1;
            break;
        }
        if (!is_blank(*at)) {
            text.end = at + 1;
        }
    }
    return text;
}

int property_make_fair_cycle(struct property *property, const char *list, language_tree *tree,
                             const struct run *run, struct error *error) {
    uint32_t count = 0;
    for (const char *at = list; at != NULL; at = first_listed_text(at).next) {
        count++;
    }
    if (property_begin_fair_cycle(property, count, run, error) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        struct listed_text text = first_listed_text(list);
        if (make_quoted(&property->parts[i], PROPERTY_NEVER, text.begin, (size_t)(text.end - text.begin),
                        tree, run, error) != 0) {
            return -1;
        }
        list = text.next;
    }
    return property_name_fair_cycle(property, run, error);
}

/* --- monitors --- */

int property_make_monitor(struct property *property, const char *path, const uint64_t *error_states,
                          uint64_t error_state_count, language_tree *tree, const struct run *run,
                          struct error *error) {
    *property = (struct property){.kind = PROPERTY_MONITOR};
    property->monitor =
        monitor_read(path, error_states, error_state_count, language_labels(tree), run, error);
    return property->monitor == NULL ? -1 : make_name(property, run, "monitor ", path, "", error);
}

void property_free(struct property *property, const struct run *run) {
    memory_free(run->memory, property->name, property->name_bytes);
    memory_free(run->memory, property->text, property->text_bytes);
    pattern_free(property->pattern);
    monitor_free(property->monitor);
    formula_text_free(property->formula);
    for (uint32_t i = 0; i < property->part_count && property->parts != NULL; i++) {
        property_free(&property->parts[i], run);
    }
    memory_free(run->memory, property->parts, property->part_count * sizeof *property->parts);
    *property = (struct property){0};
}

int property_matches(const struct property *property, const char *label, size_t length, struct error *error) {
    if (property->pattern != NULL) {
        return pattern_match_total(property->pattern, label, length, error);
    }
    return strlen(property->text) == length && memcmp(property->text, label, length) == 0;
}
