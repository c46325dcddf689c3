#ifndef HEDDLE_CLI_CONVERT_CONVERT_H
#define HEDDLE_CLI_CONVERT_CONVERT_H

#include "cli/common.h"
#include "cli/mdp_output_rows.h"
#include "frontend/formats/game_read.h"

/* What the parts of `heddle convert` share. */

/* The choices of --from and --to, in order; pictures are only written. */
#define CONVERT_INPUTS "aut|tra|drn|pg"
#define CONVERT_OUTPUTS CONVERT_INPUTS "|dot"

struct convert_options {
    struct run_options run;
    int from, to; /* indices into convert_formats, or -1: by the names */
    int dialect;  /* enum mdp_dialect (frontend/formats/mdp_write.h), or -1 */
    const char *labels;
    struct game_read_options reading;
    int to_min;
    struct mdp_write_options writing;
};

/* Counts are STATISTIC_ABSENT and texts NULL where they do not apply. */
struct convert_result {
    const char *command, *input, *from, *to, *dialect, *written, *labels;
    int complete;
    uint64_t states, choices, vertices, edges, memory_bytes;
    double total_seconds;
};

struct conversion {
    struct job *job;
    const struct convert_options *options;
    const char *input, *output;
    enum file_format from, to;
    struct mdp_beside labels_out; /* the .lab file that belongs to a .tra file */
    struct convert_result result;
};

/* Reads and writes; 0, or -1 with job->error filled. */
int convert_model(struct conversion *work);
int convert_game(struct conversion *work);

#endif
