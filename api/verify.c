/* Confirms or refutes evidence: judges the pieces in files, one after the other. */
#include "api/verify.h"

#include "api/verify/verify_internal.h"
#include "base/options/statistics.h"
#include "frontend/formats/table/file_format.h"

/* --- one piece --- */

static void begin_piece(struct pieces *pieces) {
    pieces->piece = (struct verify_piece){.input = pieces->path,
                                          .steps = STATISTIC_ABSENT,
                                          .nodes = STATISTIC_ABSENT,
                                          .counts = {.states = STATISTIC_ABSENT,
                                                     .components = STATISTIC_ABSENT,
                                                     .trivial = STATISTIC_ABSENT,
                                                     .bottom = STATISTIC_ABSENT,
                                                     .largest = STATISTIC_ABSENT,
                                                     .states_in_components = STATISTIC_ABSENT}};
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

static int report_piece(struct pieces *pieces, const char *verdict, const char *reason) {
    struct verify_piece *piece = &pieces->piece;
    piece->property = pieces->verification.properties.data;
    piece->claim = pieces->claim.data;
    piece->verdict = verdict;
    piece->reason = reason;
    piece->seconds = run_clock() - pieces->begun;
    return pieces->request->report(pieces->job, pieces->request->context, piece);
}

/* Reports a piece without verdict, because of too little memory or time. Returns 0, or -1 if the error is
 * of another kind. */
static int report_undecided(struct pieces *pieces) {
    struct job *job = pieces->job;
    char text[2048];
    struct error why = job->error;
    if (!error_is_undecided(why.code)) {
        return -1;
    }
    job_error(job);
    pieces->result->undecided++;
    return report_piece(pieces, "undecided", error_describe(&why, text, sizeof text));
}

static int report_judged(struct pieces *pieces) {
    const struct verification *verification = &pieces->verification;
    *(verification->confirmed ? &pieces->result->confirmed : &pieces->result->refuted) += 1;
    return report_piece(pieces, verification->confirmed ? "confirmed" : "refuted", verification->reason);
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
    if (pieces->request->property_count != 0) {
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

static int verify_file(struct pieces *pieces, const char *path) {
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

int api_verify(struct job *job, const struct verify_request *request, struct verify_result *result) {
    struct pieces pieces = {.job = job, .request = request, .result = result};
    int status = 0;
    *result = (struct verify_result){0};
    for (uint64_t k = 0; k < request->file_count && status == 0; k++) {
        status = verify_file(&pieces, request->files[k]);
    }
    text_buffer_free(&job->memory, &pieces.first_subject);
    return status;
}
