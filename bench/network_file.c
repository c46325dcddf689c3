/* Writing the files of a network. */
#include "bench/network_file.h"

#include "base/error.h"

FILE *network_file_open(const char *folder, const char *name, struct error *error) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        error_at(error, ERROR_IO, path, 0, 0, "cannot be written");
    }
    return file;
}

int network_file_close(FILE *file, struct error *error) {
    int failed = ferror(file);
    return (fclose(file) != 0) | failed ? error_set(error, ERROR_IO, "a network cannot be written") : 0;
}

void network_file_vector(FILE *file, uint32_t components, const struct network_move *moves, uint32_t count,
                         const char *result) {
    for (uint32_t i = 0; i < components; i++) {
        const char *label = "_";
        for (uint32_t m = 0; m < count; m++) {
            label = moves[m].component == i ? moves[m].label : label;
        }
        fprintf(file, "%s%s", i > 0 ? " * " : "    ", label);
    }
    fprintf(file, " -> %s", result);
}
