/* Several processes that work together: how they meet and part (ranks.h). */
#include "base/ranks/ranks.h"

#include <string.h>

#include "base/error.h"

#define STATUS_ERROR 2u /* the exit status after bad input or a failure */

/* What a rank says at a meeting: the values are compared by the least of each and of its complement. */
struct meeting_report {
    uint64_t meeting, meeting_not, fingerprint, fingerprint_not;
    uint64_t failed;   /* the first rank that failed; UINT64_MAX: none */
    uint64_t leaving;  /* the first rank that is at its end; UINT64_MAX: none */
    uint64_t left_not; /* of the ranks at their end, the greatest exit status, as its complement */
    uint64_t status;   /* rank 0: its exit status; UINT64_MAX in other ranks */
};

#define REPORT_VALUES (sizeof(struct meeting_report) / sizeof(uint64_t))

static struct meeting_report meet(struct ranks *ranks, enum ranks_meeting meeting, uint64_t fingerprint,
                                  int failed, uint64_t status) {
    const int leaves = meeting == RANKS_END;
    struct meeting_report report = {.meeting = meeting,
                                    .meeting_not = ~(uint64_t)meeting,
                                    .fingerprint = fingerprint,
                                    .fingerprint_not = ~fingerprint,
                                    .failed = failed ? ranks->rank : UINT64_MAX,
                                    .leaving = leaves ? ranks->rank : UINT64_MAX,
                                    .left_not = leaves ? ~status : UINT64_MAX,
                                    .status = ranks->rank == 0 ? status : UINT64_MAX};
    uint64_t values[REPORT_VALUES];
    memcpy(values, &report, sizeof report);
    ranks_least(ranks, values, REPORT_VALUES);
    memcpy(&report, values, sizeof report);
    if (report.leaving != UINT64_MAX && report.meeting != ~report.meeting_not) {
        ranks->ended = 1 + (unsigned)report.leaving;
        ranks->ended_undecided = ~report.left_not != STATUS_ERROR;
    }
    return report;
}

static int miss_ended(const struct ranks *ranks, struct error *error) {
    return error_set(error, ranks->ended_undecided ? ERROR_LIMIT : ERROR_IO,
                     "rank %u ended early: its messages say why", ranks->ended - 1);
}

int ranks_meet(struct ranks *ranks, enum ranks_meeting meeting, uint64_t fingerprint, int failed,
               struct error *error) {
    if (ranks == NULL) {
        return failed ? -1 : 0;
    }
    if (ranks->ended != 0) {
        return failed ? -1 : miss_ended(ranks, error);
    }
    const struct meeting_report report = meet(ranks, meeting, fingerprint, failed, 0);
    if (failed) {
        return -1;
    }
    if (ranks->ended != 0) {
        return miss_ended(ranks, error);
    }
    if (report.failed != UINT64_MAX) {
        return error_set(error, ERROR_LIMIT,
                         "rank %u could not go on: it was stopped, or its memory is too small",
                         (unsigned)report.failed);
    }
    const int same = report.meeting == ~report.meeting_not && report.fingerprint == ~report.fingerprint_not;
    if (!same && !ranks->have_met) {
        return error_set(
            error, ERROR_INPUT,
            "the ranks have different models: give all of them the same files and the same heddle");
    }
    if (!same) {
        return error_set(error, ERROR_LIMIT, "the ranks did not do the same: one was stopped before");
    }
    ranks->have_met = 1;
    return 0;
}

int ranks_end(struct ranks *ranks, int status) {
    int result = status;
    if (ranks->ended == 0) {
        const struct meeting_report report = meet(ranks, RANKS_END, 0, 0, (uint64_t)status);
        result = ranks->ended == 0 ? (int)report.status : status;
    }
    ranks->functions->end(ranks->context);
    return result;
}

uint64_t ranks_fingerprint(uint64_t before, const void *bytes, uint64_t size) {
    const unsigned char *at = bytes;
    uint64_t hash = before ^ 0xcbf29ce484222325u;
    for (uint64_t i = 0; i < size; i++) {
        hash = (hash ^ at[i]) * 0x100000001b3u; /* FNV-1a */
    }
    return hash;
}

void ranks_sum(const struct ranks *ranks, uint64_t *values, uint64_t count) {
    if (ranks != NULL) {
        ranks->functions->reduce(ranks->context, RANKS_SUM, values, count);
    }
}

void ranks_least(const struct ranks *ranks, uint64_t *values, uint64_t count) {
    if (ranks != NULL) {
        ranks->functions->reduce(ranks->context, RANKS_LEAST, values, count);
    }
}

uint64_t ranks_bytes_sent(const struct ranks *ranks) {
    return ranks == NULL ? 0 : ranks->bytes_sent;
}

void ranks_gather(const struct ranks *ranks, const uint64_t *values, uint64_t *all, uint64_t count) {
    ranks->functions->gather(ranks->context, values, all, count);
}
