/* Writing AUT, line by line. */
#include "frontend/formats/aut_write.h"

#include <string.h>

#include "base/error.h"
#include "base/stream/output.h"

int aut_write_header(output *output, uint64_t initial, uint64_t transitions, uint64_t states,
                     struct error *error) {
    return output_text(output, "des (", error) || output_number(output, initial, error) ||
                   output_text(output, ", ", error) || output_number(output, transitions, error) ||
                   output_text(output, ", ", error) || output_number(output, states, error) ||
                   output_text(output, ")\n", error)
               ? -1
               : 0;
}

int aut_write_transition(output *output, uint64_t from, const char *label, uint64_t to, struct error *error) {
    int internal = strcmp(label, "i") == 0;
    return output_text(output, "(", error) || output_number(output, from, error) ||
                   output_text(output, internal ? "," : ",\"", error) || output_text(output, label, error) ||
                   output_text(output, internal ? "," : "\",", error) || output_number(output, to, error) ||
                   output_text(output, ")\n", error)
               ? -1
               : 0;
}
