/* Safety properties: what the command line and evidence say, made ready for a network. */
#include "checker/property.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"

/* A new text: `before`, `middle`, `after`. */
static char *join(struct memory *memory, uint64_t *bytes, const char *before, const char *middle,
                  const char *after, struct error *error) {
    size_t first = strlen(before), second = strlen(middle), third = strlen(after);
    *bytes = first + second + third + 1;
    char *text = memory_allocate(memory, *bytes);
    if (text == NULL) {
        error_set(error, ERROR_MEMORY, "not enough memory for the property");
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

int property_make_never_label(struct property *property, const char *label, exp_tree *tree,
                              const struct run *run, struct error *error) {
    label_table *labels = exp_tree_labels(tree);
    *property = (struct property){.kind = PROPERTY_NEVER};
    /* As the network's labels are: the internal action by its one name, letters folded if that is asked. */
    uint32_t id = label_intern(labels, label, strlen(label));
    if (id == LABEL_NONE) {
        return error_set(error, ERROR_MEMORY, "not enough memory for the property");
    }
    return make_name(property, run, "never ", label, "", error) != 0 ||
                   make_text(property, run, label_text(labels, id), error) != 0
               ? -1
               : 0;
}

int property_make_never_pattern(struct property *property, const char *pattern, exp_tree *tree,
                                const struct run *run, struct error *error) {
    const struct exp_options *options = exp_tree_options(tree);
    unsigned flags =
        (options->regex_extended ? PATTERN_EXTENDED : 0) | (options->ignore_case ? PATTERN_IGNORE_CASE : 0);
    *property = (struct property){.kind = PROPERTY_NEVER};
    property->pattern = pattern_compile(run->memory, pattern, flags, error);
    return property->pattern == NULL || make_name(property, run, "never '", pattern, "'", error) != 0 ||
                   make_text(property, run, pattern, error) != 0
               ? -1
               : 0;
}

int property_make_never(struct property *property, const char *text, exp_tree *tree, const struct run *run,
                        struct error *error) {
    size_t length = strlen(text);
    int quoted = text[0] == '\'' || text[0] == '"';
    *property = (struct property){.kind = PROPERTY_NEVER};
    if (length == 0) { /* the empty label is written with quotes */
        return error_set(error, ERROR_USAGE, "a label is missing");
    }
    if (quoted && (length == 1 || text[length - 1] != text[0])) {
        return error_set(
            error, ERROR_USAGE,
            "the quote at its beginning is not closed: a pattern is written \"'...'\" in a shell");
    }
    uint64_t bytes = length + 1;
    char *inner = memory_allocate(run->memory, bytes);
    if (inner == NULL) {
        return error_set(error, ERROR_MEMORY, "not enough memory for the property");
    }
    size_t kept = quoted ? length - 2 : length;
    memcpy(inner, text + quoted, kept);
    inner[kept] = '\0';
    int failed = text[0] == '\'' ? property_make_never_pattern(property, inner, tree, run, error)
                                 : property_make_never_label(property, inner, tree, run, error);
    memory_free(run->memory, inner, bytes);
    return failed;
}

int property_make_monitor(struct property *property, const char *path, const uint64_t *error_states,
                          uint64_t error_state_count, exp_tree *tree, const struct run *run,
                          struct error *error) {
    *property = (struct property){.kind = PROPERTY_MONITOR};
    property->monitor =
        monitor_read(path, error_states, error_state_count, exp_tree_labels(tree), run, error);
    return property->monitor == NULL ? -1 : make_name(property, run, "monitor ", path, "", error);
}

void property_free(struct property *property, const struct run *run) {
    memory_free(run->memory, property->name, property->name_bytes);
    memory_free(run->memory, property->text, property->text_bytes);
    pattern_free(property->pattern);
    monitor_free(property->monitor);
    *property = (struct property){0};
}

int property_matches(const struct property *property, const char *label, size_t length, struct error *error) {
    if (property->pattern != NULL) {
        return pattern_match_total(property->pattern, label, length, error);
    }
    return strlen(property->text) == length && memcmp(property->text, label, length) == 0;
}
