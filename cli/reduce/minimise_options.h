#ifndef HEDDLE_CLI_REDUCE_MINIMISE_OPTIONS_H
#define HEDDLE_CLI_REDUCE_MINIMISE_OPTIONS_H

#include "cli/reduce/operand.h"

/* What the command line of `heddle minimise` says; its options are those of minimise_command (cli/program.h).
 */
struct minimise_options {
    struct reduce_options reduce;
    const char *output, *classes;
    int format; /* index into output_formats, or -1 */
    int canonical;
};

#endif
