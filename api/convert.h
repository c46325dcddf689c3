#ifndef HEDDLE_API_CONVERT_H
#define HEDDLE_API_CONVERT_H

#include "api/job.h"
#include "api/mdp_output.h"
#include "frontend/formats/game_read.h"

/* The choices of --from and --to, in order; pictures are only written. */
#define CONVERT_INPUTS "aut|tra|drn|pg"
#define CONVERT_OUTPUTS CONVERT_INPUTS "|dot"

/* What to convert to what. */
struct convert_request {
    struct run_options run; /* of the job: job_set_run */
    const char *input, *output;
    int from, to; /* numbers of choices, or -1: by the names */
    int dialect;  /* enum mdp_dialect, or -1 */
    const char *labels;
    struct game_read_options reading;
    struct mdp_write_options writing;
};

#define CONVERT_DEFAULTS                                                                                     \
    { .run = {.timeout = -1, .device = "auto"}, .from = -1, .to = -1, .dialect = -1 }

/* What does not apply, or is not known, is UINT64_MAX or NULL. */
struct convert_result {
    const char *from, *to, *dialect, *written, *labels;
    uint64_t states, choices, vertices, edges;
    struct mdp_beside labels_out; /* the .lab file that belongs to a .tra file: `labels`, once written */
};

/* Reads and writes; warns of losses. Returns 0, or -1 with job->error. Free the result in any case. */
int api_convert(struct job *job, const struct convert_request *request, struct convert_result *result);
void convert_result_free(struct convert_result *result, struct memory *memory);

#endif
