/* The files that a command wrote, to compare them with those of another run. */
#include "tests/support/output_set.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/process.h"

static void take(struct output_set *set, const char *folder, const char *inner, const char *prefix) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, inner);
    DIR *entries = opendir(path);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        const char *name = entry->d_name;
        int is_hidden = *name == '.' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
        if (*prefix != '\0' ? !is_hidden && strncmp(name, prefix, strlen(prefix)) != 0
                            : *name == '.' && !is_hidden) {
            continue;
        }
        char within[128], whole[1024];
        snprintf(within, sizeof within, "%.60s%s%.60s", inner, *inner == '\0' ? "" : "/", name);
        snprintf(whole, sizeof whole, "%s/%s", folder, within);
        if (entry->d_type == DT_DIR) {
            take(set, folder, within, "");
            rmdir(whole);
        } else if (entry->d_type == DT_REG && set->count < OUTPUTS_MOST) {
            struct output_file *file = &set->files[set->count];
            snprintf(file->name, sizeof file->name, "%s", within);
            file->bytes = process_read_file(whole, &file->size);
            set->count += file->bytes != NULL;
            unlink(whole);
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
}

void output_set_take(struct output_set *set, const char *folder, const char *prefix) {
    set->count = 0;
    take(set, folder, "", prefix);
}

void output_set_free(struct output_set *set) {
    for (unsigned i = 0; i < set->count; i++) {
        free(set->files[i].bytes);
    }
    set->count = 0;
}

const struct output_file *output_set_find(const struct output_set *set, const char *name) {
    for (unsigned i = 0; i < set->count; i++) {
        if (strcmp(set->files[i].name, name) == 0) {
            return &set->files[i];
        }
    }
    return NULL;
}
