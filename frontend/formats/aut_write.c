/* Writes AUT, line by line. */
#include "frontend/formats/aut_write.h"

#include <string.h>

int aut_write_header(output *output, uint64_t initial, uint64_t transitions, uint64_t states,
                     struct error *error) {
    return output_print(output, error, "des (%lu, %lu, %lu)\n", initial, transitions, states);
}

int aut_write_transition(output *output, uint64_t from, const char *label, uint64_t to, struct error *error) {
    int internal = strcmp(label, "i") == 0;
    /* Piece by piece: reading a format takes as long as the rest. */
    return output_text(output, "(", error) || output_number(output, from, error) ||
                   output_text(output, internal ? "," : ",\"", error) || output_text(output, label, error) ||
                   output_text(output, internal ? "," : "\",", error) || output_number(output, to, error) ||
                   output_text(output, ")\n", error)
               ? -1
               : 0;
}
