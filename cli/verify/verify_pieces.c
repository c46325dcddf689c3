/* Judges the pieces of evidence in files, one after the other, and reports the result of each. */
#include "cli/verify/verify_pieces.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "frontend/formats/table/file_format.h"

#define AT(member) offsetof(struct piece_result, member)

static const struct statistic_row piece_rows[] = {
    {"input", "evidence", NULL, STATISTIC_TEXT, AT(input)},
    {"network", "network", NULL, STATISTIC_TEXT, AT(network)},
    {"reading", "read with", NULL, STATISTIC_TEXT, AT(reading)},
    {"second_reading", "second read with", NULL, STATISTIC_TEXT, AT(second_reading)},
    {"kind", "kind", NULL, STATISTIC_TEXT, AT(kind)},
    {"property", "property", NULL, STATISTIC_TEXT, AT(property)},
    {"steps", "steps confirmed", NULL, STATISTIC_COUNT, AT(steps)},
    {"states", "states", NULL, STATISTIC_COUNT, AT(counts.states)},
    {"nodes", "nodes", NULL, STATISTIC_COUNT, AT(nodes)},
    {"components", "components", NULL, STATISTIC_COUNT, AT(counts.components)},
    {"trivial", "  trivial", NULL, STATISTIC_COUNT, AT(counts.trivial)},
    {"bottom", "  bottom", NULL, STATISTIC_COUNT, AT(counts.bottom)},
    {"largest", "states in largest", NULL, STATISTIC_COUNT, AT(counts.largest)},
    {"states_in_components", "states in components", NULL, STATISTIC_COUNT, AT(counts.states_in_components)},
    {"seconds", "time", NULL, STATISTIC_SECONDS, AT(seconds)},
    {"verdict", "verdict", NULL, STATISTIC_TEXT, AT(verdict)},
    {"reason", "reason", NULL, STATISTIC_TEXT, AT(reason)},
};

#define PIECE_ROWS LENGTH(piece_rows)

static int fail_json(struct job *job) {
    return error_memory(&job->error, "for the JSON text");
}

/* --- one piece --- */

static void begin_piece(struct pieces *pieces) {
    statistics_clear(piece_rows, PIECE_ROWS, &pieces->result);
    pieces->result.input = pieces->path;
    pieces->begun = run_clock();
}

static void end_piece(struct pieces *pieces) {
    struct memory *memory = &pieces->job->memory;
    verification_free(&pieces->verification, &pieces->job->run);
    pieces->verification = (struct verification){0};
    text_buffer_free(memory, &pieces->network_text);
    text_buffer_free(memory, &pieces->reading_text);
    text_buffer_free(memory, &pieces->second_reading_text);
    text_buffer_free(memory, &pieces->claim);
}

static uint64_t judged(const struct pieces *pieces) {
    return pieces->confirmed + pieces->refuted + pieces->undecided;
}

static int report_piece(struct pieces *pieces) {
    struct job *job = pieces->job;
    pieces->result.property = pieces->list == NULL && pieces->claim.data != NULL
                                  ? pieces->claim.data
                                  : pieces->verification.properties.data;
    pieces->result.seconds = run_clock() - pieces->begun;
    if (pieces->list != NULL) {
        json_t *object = json_object();
        if (statistics_json(&job->memory, piece_rows, PIECE_ROWS, &pieces->result, object) != 0) {
            json_decref(object);
            return fail_json(job);
        }
        return json_array_append_new(pieces->list, object) != 0 ? fail_json(job) : 0;
    }
    if (!console_of(job)->quiet) {
        progress_clear(&console_of(job)->progress);
        fputs(judged(pieces) > 1 ? "\n" : "", stdout);
        statistics_print(piece_rows, PIECE_ROWS, &pieces->result, 0, stdout);
        fflush(stdout);
    }
    return 0;
}

/* Reports a piece without verdict, because of too little memory or time. Returns 0, or -1 if the error is
 * of another kind. */
static int report_undecided(struct pieces *pieces) {
    struct job *job = pieces->job;
    char text[2048];
    struct error why = job->error;
    if (job_exit_code(why.code) != EXIT_UNDECIDED) {
        return -1;
    }
    job_fail(job);
    pieces->undecided++;
    pieces->result.verdict = "undecided";
    pieces->result.reason = error_describe(&why, text, sizeof text);
    return report_piece(pieces);
}

static int report_judged(struct pieces *pieces) {
    int confirmed = pieces->verification.confirmed;
    *(confirmed ? &pieces->confirmed : &pieces->refuted) += 1;
    pieces->result.verdict = confirmed ? "confirmed" : "refuted";
    pieces->result.reason = pieces->verification.reason;
    return report_piece(pieces);
}

/* --- a file --- */

/* Judges the next piece. Returns 1, 0 at the end of the file or if there can be no verdict, or -1. */
static int verify_next(struct pieces *pieces, evidence_reader *reader) {
    const struct evidence *evidence;
    int status;
    begin_piece(pieces);
    status = evidence_read(reader, &evidence, &pieces->job->error);
    /* A wrong form takes precedence over the verdict. */
    if (status == 1 &&
        (piece_judge(pieces, reader, evidence) != 0 || evidence_finish(reader, &pieces->job->error) != 0)) {
        status = -1;
    }
    if (status == 1) {
        status = report_judged(pieces) != 0 ? -1 : 1;
    } else if (status < 0) {
        status = report_undecided(pieces);
    }
    end_piece(pieces);
    return status;
}

static int verify_json(struct pieces *pieces, evidence_reader *reader) {
    int status = 1;
    if (property_options_count(&pieces->options->properties) != 0) {
        return error_set(&pieces->job->error, ERROR_USAGE, "evidence in JSON names its property: give none");
    }
    while (status == 1) {
        status = verify_next(pieces, reader);
    }
    return status;
}

static int verify_aut(struct pieces *pieces) {
    begin_piece(pieces);
    int status = piece_judge_labels(pieces);
    status = status == 0 ? report_judged(pieces) : report_undecided(pieces);
    end_piece(pieces);
    return status;
}

int pieces_verify_file(struct pieces *pieces, const char *path) {
    struct job *job = pieces->job;
    pieces->path = path;
    evidence_reader *reader = evidence_open(path, &job->run, &job->error);
    int aut = reader == NULL ? -1 : evidence_is_aut(reader, &job->error);
    int status = aut == 0 ? verify_json(pieces, reader) : 0;
    evidence_close(reader);
    if (aut < 0) {
        if (job->error.code == ERROR_INPUT && file_format_of_name(path, NULL) != FILE_AUT) {
            file_format_refuse(path, "", 0, FILE_JSON, &job->error);
        }
        begin_piece(pieces);
        return report_undecided(pieces);
    }
    return aut > 0 ? verify_aut(pieces) : status;
}

/* --- all pieces --- */

/* The verdict on all pieces: one refuted piece is enough, whatever the others are. */
static const char *verdict_of_all(const struct pieces *pieces) {
    return pieces->refuted > 0 ? "refuted" : pieces->undecided > 0 ? "undecided" : "confirmed";
}

/* Prints JSON; a single piece is the result itself. */
static int print_json(struct pieces *pieces) {
    json_t *object = json_object();
    int failed = json_object_set_new(object, "command", json_string("verify")) != 0;
    if (judged(pieces) == 1) {
        failed |= json_object_update(object, json_array_get(pieces->list, 0)) != 0;
    }
    failed |= json_object_set_new(object, "verdict", json_string(verdict_of_all(pieces))) |
              json_object_set_new(object, "seconds", json_real(run_clock() - pieces->job->started)) |
              json_object_set(object, "pieces", pieces->list);
    if (failed) {
        json_decref(object);
        return fail_json(pieces->job);
    }
    job_print_json(pieces->job, object);
    return 0;
}

int pieces_report_all(struct pieces *pieces) {
    if (pieces->list != NULL) {
        return print_json(pieces);
    }
    if (judged(pieces) > 1 && !console_of(pieces->job)->quiet) {
        printf("\n%llu pieces of evidence: %llu confirmed, %llu refuted, %llu undecided\n",
               (unsigned long long)judged(pieces), (unsigned long long)pieces->confirmed,
               (unsigned long long)pieces->refuted, (unsigned long long)pieces->undecided);
    }
    return 0;
}

void pieces_free(struct pieces *pieces) {
    text_buffer_free(&pieces->job->memory, &pieces->first_subject);
    json_decref(pieces->list);
}
