#ifndef HEDDLE_TESTS_SUPPORT_OUTPUT_SET_H
#define HEDDLE_TESTS_SUPPORT_OUTPUT_SET_H

#include <stddef.h>

#define OUTPUTS_MOST 64u

/* The files that a command wrote: their paths in its folder, and their bytes, NUL-terminated. */
struct output_set {
    struct output_file {
        char name[128];
        char *bytes;
        size_t size;
    } files[OUTPUTS_MOST];
    unsigned count;
};

/*
 * Takes the regular files in the folder whose paths begin with `prefix` or a dot, those in folders of such a
 * name, too, and removes them.
 */
void output_set_take(struct output_set *set, const char *folder, const char *prefix);
void output_set_free(struct output_set *set);
/* The file of this name; NULL if there is none. */
const struct output_file *output_set_find(const struct output_set *set, const char *name);

#endif
