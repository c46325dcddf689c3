/* Completes the lines that a user types: commands, labels, files. */
#include "cli/simulate/simulate_complete.h"

#include <ctype.h>
#include <dirent.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/sort.h"
#include "base/text/text_buffer.h"
#include "cli/common.h"
#include "cli/simulate/simulate_command.h"
#include "cli/simulate/simulate_session.h"

/* A line that is being completed. */
struct completing {
    struct simulate_session *session;
    struct completions *completions;
    const char *typed; /* the part that is replaced */
};

static struct memory *memory_of(const struct completing *completing) {
    return &completing->session->job->memory;
}

/* Adds the text BEFORE NAME AFTER. */
static void add_completion(const struct completing *completing, const char *before, const char *name,
                           const char *after) {
    struct completions *completions = completing->completions;
    size_t size = strlen(before) + strlen(name) + strlen(after) + 1;
    char *text = memory_reallocate_sized(memory_of(completing), NULL, size);
    if (text == NULL) {
        return;
    }
    snprintf(text, size, "%s%s%s", before, name, after);
    if (GROWING_ADD(memory_of(completing), completions->texts, text) != 0) {
        memory_free_sized(memory_of(completing), text);
    }
}

/* Whether a line with this label alone is read as something else. */
static int needs_quotes(const struct completing *completing, const char *label) {
    struct simulate_command command;
    size_t size = strlen(label) + 1;
    if (size < 2 || isblank((unsigned char)label[0]) || isblank((unsigned char)label[size - 2])) {
        return 1;
    }
    char *copy = memory_allocate(memory_of(completing), size);
    if (copy == NULL) {
        return 1;
    }
    memcpy(copy, label, size);
    simulate_parse(copy, &command);
    int needed = command.kind != SIMULATE_LABEL || command.quoted;
    memory_free(memory_of(completing), copy, size);
    return needed;
}

/* Adds the label if it begins with what was typed, which may be in quotes. */
static void add_label(const struct completing *completing, const char *label, int needs) {
    const char *typed = completing->typed;
    int quoted = typed[0] == '"', fold = label_table_ignores_case(completing->session->labels);
    if ((fold ? strncasecmp : strncmp)(label, typed + quoted, strlen(typed + quoted)) == 0) {
        const char *quote = quoted || needs ? "\"" : "";
        add_completion(completing, quote, label, quote);
    }
}

static void add_choices(const struct completing *completing) {
    const struct walker_transition *choices;
    uint64_t count;
    struct error ignored;
    if (walk_choices(completing->session->walk, &choices, &count, &ignored) != 0) {
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (i == 0 || choices[i].label != choices[i - 1].label) {
            add_label(completing, choices[i].label, needs_quotes(completing, choices[i].label));
        }
        for (uint32_t m = 0; m < choices[i].move_count; m++) {
            const char *own =
                walker_own_label(completing->session->walker, &choices[i], &choices[i].moves[m]);
            if (own != NULL) {
                add_label(completing, own, needs_quotes(completing, own));
            }
        }
    }
}

static void add_commands(const struct completing *completing) {
    const char *word;
    int has_argument;
    for (unsigned i = 0; (word = simulate_word(i, &has_argument)) != NULL; i++) {
        if (strncmp(word, completing->typed, strlen(completing->typed)) == 0) {
            add_completion(completing, "", word, has_argument ? " " : "");
        }
    }
}

static void add_labels(const struct completing *completing) {
    const walker *walker = completing->session->walker;
    for (uint32_t i = 0; i < walker_label_count(walker); i++) {
        const char *label = walker_label(walker, i);
        add_label(completing, label, label[0] == '\'' || label[0] == '"' || isblank((unsigned char)label[0]));
    }
}

static int is_folder(const struct completing *completing, const char *folder, const char *name) {
    struct text_buffer path = {0};
    struct stat about;
    int is = text_buffer_add(memory_of(completing), &path, folder) == 0 &&
             text_buffer_add(memory_of(completing), &path, name) == 0 && stat(path.data, &about) == 0 &&
             S_ISDIR(about.st_mode);
    text_buffer_free(memory_of(completing), &path);
    return is;
}

static void add_files(const struct completing *completing) {
    const char *slash = strrchr(completing->typed, '/');
    const char *name = slash == NULL ? completing->typed : slash + 1;
    struct text_buffer folder = {0};
    struct dirent *entry;
    if (text_buffer_append(memory_of(completing), &folder, completing->typed,
                           (size_t)(name - completing->typed)) != 0) {
        return;
    }
    DIR *files = opendir(slash == NULL ? "." : folder.data);
    while (files != NULL && (entry = readdir(files)) != NULL) {
        if (strncmp(entry->d_name, name, strlen(name)) == 0 && (entry->d_name[0] != '.' || name[0] == '.')) {
            add_completion(completing, folder.data, entry->d_name,
                           is_folder(completing, folder.data, entry->d_name) ? "/" : "");
        }
    }
    if (files != NULL) {
        closedir(files);
    }
    text_buffer_free(memory_of(completing), &folder);
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts the texts, and keeps one of those that are equal. */
static void sort_texts(const struct completing *completing) {
    struct completions *completions = completing->completions;
    char **texts = completions->texts.data;
    uint64_t kept = 0;
    sort_items(texts, completions->texts.count, sizeof *texts, compare_texts);
    for (uint64_t i = 0; i < completions->texts.count; i++) {
        if (kept > 0 && strcmp(texts[kept - 1], texts[i]) == 0) {
            memory_free_sized(memory_of(completing), texts[i]);
        } else {
            texts[kept++] = texts[i];
        }
    }
    completions->texts.count = kept;
}

void simulate_complete(struct simulate_session *session, const char *line, struct completions *completions) {
    size_t first = strspn(line, " \t"), word = strcspn(line + first, " \t");
    size_t rest = first + word + strspn(line + first + word, " \t");
    enum simulate_argument argument =
        rest > first + word ? simulate_argument_of(line + first, word) : ARGUMENT_NONE;
    int is_typed = argument == ARGUMENT_LABEL || argument == ARGUMENT_FILE_NAME;
    *completions = (struct completions){.begin = is_typed ? rest : first};
    struct completing completing = {session, completions, line + completions->begin};
    if (argument == ARGUMENT_FILE_NAME) {
        add_files(&completing);
    } else if (argument == ARGUMENT_LABEL) {
        add_labels(&completing);
    } else {
        add_commands(&completing);
        add_choices(&completing);
    }
    sort_texts(&completing);
}

void completions_free(struct simulate_session *session, struct completions *completions) {
    for (uint64_t i = 0; i < completions->texts.count; i++) {
        memory_free_sized(&session->job->memory, completions->texts.data[i]);
    }
    GROWING_FREE(&session->job->memory, completions->texts);
    *completions = (struct completions){0};
}

size_t completions_common(const struct completions *completions) {
    char *const *texts = completions->texts.data;
    size_t common = completions->texts.count > 0 ? strlen(texts[0]) : 0;
    for (uint64_t i = 1; i < completions->texts.count; i++) {
        size_t same = 0;
        while (same < common && texts[i][same] == texts[0][same]) {
            same++;
        }
        common = same;
    }
    return common;
}
