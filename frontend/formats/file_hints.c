/* Looks into a folder for the file that the user may have meant. Only the names that are shown are kept. */
#include "frontend/formats/file_hints.h"

#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text/text.h"

#define SHOWN 5

struct names {
    char least[SHOWN][NAME_MAX + 1]; /* in byte order */
    unsigned kept;
    uint64_t count;
};

static void add_name(struct names *names, const char *name) {
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
                       struct names *names) {
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

void file_hint_case(const char *path, size_t cut, const char *const *suffixes, char *hint, size_t size) {
    struct names names = {.kept = 0};
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
    }
}

void file_hint_folder(const char *path, char *hint, size_t size) {
    static const char *const suffixes[] = {".exp", NULL};
    struct names names = {.kept = 0};
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
