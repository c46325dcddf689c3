#ifndef HEDDLE_CLI_CHECK_CHECK_OPTIONS_H
#define HEDDLE_CLI_CHECK_CHECK_OPTIONS_H

#include "cli/check/evidence_folder.h"
#include "cli/check/property_options.h"
#include "api/checkpoint.h"
#include "cli/common.h"
#include "api/compose.h"
#include "api/search.h"
#include "cli/spm_rows.h"
#include "frontend/formats/table/file_format.h"

/* The options of `heddle check`, and what was found for them. */
struct check_command_options {
    struct run_options run;
    struct reader_options reader;
    struct search_options search;
    struct checkpoint_options checkpoint;
    struct checkpoints checkpoints;
    struct property_options properties;
    struct spm_command_options spm;
    struct compose_options compose; /* without plans */
    int keep_going, no_vacuity, no_maximal_progress, solver, witness;
    int format;                    /* index into evidence_trace_formats, or -1 */
    enum file_format trace_format; /* found from `format` and `trace` */
    const char *trace, *certificate, *scheduler, *labels, *write_game, *report, *report_base, *junit;
    struct json_t *base;                         /* read from report_base; NULL: none */
    struct property_list list;                   /* the properties */
    struct evidence_folder traces, certificates; /* files in folders */
};

/* Checks options that go together. Each returns 0, or -1 with the job's error. */
int check_stdin_usage(struct job *job, const char *path, const struct property_options *options);
int check_usage(struct job *job, const char *path, const struct check_command_options *options);
/*
 * Where several processes work together: refuses what they cannot do, of the options and, after formulas are
 * planned, of the properties.
 */
int check_cluster_usage(struct job *job, const char *path, const struct check_command_options *options);
int check_cluster_properties(struct job *job, const struct check_command_options *options,
                             const struct network *network, const struct property *properties,
                             uint32_t count);

/* Adds the files that are written to the job, and finds trace_format; there may be as many traces as
 * properties. Returns 0, or -1 with the job's error. */
int check_add_outputs(struct job *job, struct check_command_options *options);

#endif
