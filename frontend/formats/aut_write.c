/* Writes AUT, line by line. */
#include "frontend/formats/aut_write.h"

#include <string.h>

int aut_write_header(output *output, uint64_t initial, uint64_t transitions, uint64_t states,
                     struct error *error) {
    return output_print(output, error, "des (%lu, %lu, %lu)\n", initial, transitions, states);
}

int aut_write_transition(output *output, uint64_t from, const char *label, uint64_t to, struct error *error) {
    const char *quote = strcmp(label, "i") == 0 ? "" : "\"";
    return output_print(output, error, "(%lu,%s%s%s,%lu)\n", from, quote, label, quote, to);
}
