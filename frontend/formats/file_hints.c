/* Looks into a folder for the file that the user may have meant. Only the names that are shown are kept. */
#include "frontend/formats/file_hints.h"

#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text/spelling.h"
#include "base/text/text.h"
#include "frontend/formats/table/file_format.h"

#define SHOWN 5

struct hinted_names {
    char least[SHOWN][NAME_MAX + 1]; /* in byte order */
    unsigned kept;
    uint64_t count;
};

static void add_name(struct hinted_names *names, const char *name) {
    unsigned at = names->kept;
    names->count++;
    while (at > 0 && strcmp(name, names->least[at - 1]) < 0) {
        at--;
    }
    if (at == SHOWN) {
        return;
    }
    names->kept += names->kept < SHOWN;
    memmove(names->least[at + 1], names->least[at], (names->kept - 1 - at) * sizeof names->least[0]);
    snprintf(names->least[at], sizeof names->least[at], "%s", name);
}

/* Whether `name` is the stem with one of the suffixes, except for case. The very same name is no hint: it may
 * be a broken link. A stem of NULL stands for any. */
static int fits(const char *name, const char *stem, size_t stem_length, const char *const *suffixes) {
    size_t length = strlen(name);
    for (; *suffixes != NULL; suffixes++) {
        size_t end = strlen(*suffixes);
        if (!text_ends_with_any_case(name, *suffixes)) {
            continue;
        }
        if (stem == NULL) {
            return 1;
        }
        if (length - end == stem_length && strncasecmp(name, stem, stem_length) == 0 &&
            (memcmp(name, stem, stem_length) != 0 || strcmp(name + stem_length, *suffixes) != 0)) {
            return 1;
        }
    }
    return 0;
}

static void list_names(const char *folder, const char *stem, size_t stem_length, const char *const *suffixes,
                       struct hinted_names *names) {
    DIR *stream = opendir(folder);
    if (stream == NULL) {
        return;
    }
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        if (entry->d_type != DT_DIR && fits(entry->d_name, stem, stem_length, suffixes)) {
            add_name(names, entry->d_name);
        }
    }
    closedir(stream);
}

/* The distance of a name from that of a network in the folder; endings may differ. */
static uint32_t distance_of(const char *base, const char *name) {
    size_t base_stem, stem;
    char texts[2][NAME_MAX + 1];
    enum file_format format = file_format_of_name(name, &stem);
    if ((format != FILE_EXP && format != FILE_AUT) || strcmp(base, name) == 0) {
        return UINT32_MAX;
    }
    file_format_of_name(base, &base_stem);
    snprintf(texts[0], sizeof texts[0], "%.*s", (int)base_stem, base);
    snprintf(texts[1], sizeof texts[1], "%.*s", (int)stem, name);
    if (base[base_stem] == '\0' && strcmp(texts[0], texts[1]) == 0) {
        return UINT32_MAX; /* the reader tried that name: it is a broken link */
    }
    uint32_t whole = spelling_distance(base, name), stems = spelling_distance(texts[0], texts[1]);
    uint32_t least = strcmp(texts[0], texts[1]) == 0 ? 0 : stems < whole ? stems : whole;
    return least <= 2 && 2 * least < base_stem ? least : UINT32_MAX;
}

/* Finds the nearest name, the first one in byte order; `names` keeps it. */
static void find_nearest(const char *folder, const char *base, struct hinted_names *names) {
    DIR *stream = opendir(folder);
    uint32_t best = UINT32_MAX;
    if (stream == NULL) {
        return;
    }
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        uint32_t distance = entry->d_type == DT_DIR ? UINT32_MAX : distance_of(base, entry->d_name);
        if (distance < best ||
            (distance == best && names->kept > 0 && strcmp(entry->d_name, names->least[0]) < 0)) {
            best = distance;
            names->kept = 0;
            add_name(names, entry->d_name);
        }
    }
    closedir(stream);
}

void file_hint_name(const char *path, size_t cut, const char *const *suffixes, char *hint, size_t size) {
    struct hinted_names names = {.kept = 0};
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    size_t length = strlen(base);
    *hint = '\0';
    if (length <= cut || length - cut > NAME_MAX || base - path >= (ptrdiff_t)sizeof folder) {
        return;
    }
    snprintf(folder, sizeof folder, "%.*s", base == path ? 1 : (int)(base - path), base == path ? "." : path);
    list_names(folder, base, length - cut, suffixes, &names);
    if (names.kept > 0) {
        snprintf(hint, size, "; %s differs only in case", names.least[0]);
        return;
    }
    if (cut == 0) {
        find_nearest(folder, base, &names);
    }
    if (names.kept > 0) {
        snprintf(hint, size, "; did you mean %s?", names.least[0]);
    }
}

void file_hint_folder(const char *path, char *hint, size_t size) {
    static const char *const suffixes[] = {".exp", NULL};
    struct hinted_names names = {.kept = 0};
    size_t used = 0;
    *hint = '\0';
    list_names(path, NULL, 0, suffixes, &names);
    for (unsigned i = 0; i < names.kept && used < size; i++) {
        used += (size_t)snprintf(hint + used, size - used, "%s%s", i == 0 ? "; networks in it: " : ", ",
                                 names.least[i]);
    }
    if (names.count > names.kept && used < size) {
        snprintf(hint + used, size - used, " and %llu more", (unsigned long long)(names.count - names.kept));
    }
}
