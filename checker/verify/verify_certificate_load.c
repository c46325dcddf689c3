/* The set of states of a certificate: lines of tuples, or packed records. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_certificate_internal.h"
#include "model/lts.h"

#define RECORDS_AT_A_TIME 4096u /* read from a packed certificate */

void closure_say(struct verifier *verifier, const struct closure *closure, const uint32_t *tuple) {
    verify_say_state(verifier, tuple);
    if (closure->monitor != NULL) {
        verify_say(verifier, " with the monitor in %u", tuple[closure->components]);
    }
    if (closure->proof != NULL) {
        verify_say(verifier, " with set %u", tuple[closure->components]);
    }
}

int closure_in_range(struct verifier *verifier, const struct closure *closure, const uint32_t *tuple) {
    if (!verify_in_range(verifier, tuple)) {
        return 0;
    }
    if (closure->monitor != NULL && tuple[closure->components] >= monitor_lts(closure->monitor)->states) {
        return verify_say(verifier, "the monitor has no state %u: its states are 0 to %u",
                          tuple[closure->components], monitor_lts(closure->monitor)->states - 1);
    }
    return closure->proof == NULL ? 1 : runs_in_range(verifier, closure->proof, tuple + closure->components);
}

/* Makes room and adds a record. */
static int add_record(struct closure *closure, const uint64_t *record) {
    struct records *set = &closure->set;
    if (records_reserve(set, set->count + 1, closure->verifier->evidence->states, closure->verifier->error) !=
        0) {
        return -1;
    }
    memcpy(records_at(set, set->count++), record, set->words * sizeof *record);
    return 0;
}

/* Loads the lines. The whole file is read even if something is wrong, because errors in form take
 * precedence. */
static int load_lines(struct closure *closure, uint32_t *tuple, uint64_t *record) {
    struct verifier *verifier = closure->verifier;
    uint64_t states = verifier->evidence->states;
    int holds = 1;
    for (uint64_t k = 0; k < states; k++) {
        if (verify_stopped(verifier, "loading", k, states, "states") != 0 ||
            evidence_read_tuple(verifier->reader, tuple, closure->fields, verifier->error) < 0) {
            return -1;
        }
        if (holds && !closure_in_range(verifier, closure, tuple)) {
            verify_say_line(verifier);
            holds = 0;
        }
        if (holds) {
            records_pack(&closure->set, tuple, record);
            if (add_record(closure, record) != 0) {
                return -1;
            }
        }
    }
    return holds && records_sort(&closure->set, verifier->error) != 0 ? -1 : holds;
}

/* Adds a record of a packed certificate, which has them in order. */
static int add_packed(struct closure *closure, const uint8_t *bytes, uint64_t *record) {
    struct records *set = &closure->set;
    unsigned long long number = set->count + 1;
    if (!records_from_bytes(set, bytes, record)) {
        return error_set(closure->verifier->error, ERROR_INPUT,
                         "state %llu of the certificate: bits that no process uses are not 0", number);
    }
    if (set->count > 0 && records_compare(set, records_at(set, set->count - 1), record) >= 0) {
        return error_set(closure->verifier->error, ERROR_INPUT,
                         "state %llu of the certificate is not above the one before it: packed states are "
                         "sorted",
                         number);
    }
    return add_record(closure, record);
}

static int load_packed(struct closure *closure, uint64_t *record) {
    struct verifier *verifier = closure->verifier;
    uint32_t size = closure->set.bytes;
    uint8_t *bytes = memory_allocate_array(verifier->run->memory, RECORDS_AT_A_TIME, size);
    int64_t count = bytes == NULL ? verify_memory(verifier) : 1;
    while (count > 0) {
        count = evidence_read_packed(verifier->reader, bytes, RECORDS_AT_A_TIME, verifier->error);
        for (int64_t k = 0; k < count; k++) {
            if (add_packed(closure, bytes + k * size, record) != 0) {
                count = -1;
            }
        }
        if (count > 0 && verify_stopped(verifier, "loading", closure->set.count / RECORDS_AT_A_TIME,
                                        verifier->evidence->states / RECORDS_AT_A_TIME, "blocks") != 0) {
            count = -1;
        }
    }
    memory_free(verifier->run->memory, bytes, (uint64_t)RECORDS_AT_A_TIME * size);
    return count < 0 ? -1 : 1;
}

int closure_open(struct closure *closure) {
    struct verifier *verifier = closure->verifier;
    struct memory *memory = verifier->run->memory;
    const struct evidence *evidence = verifier->evidence;
    if (evidence->packed != NULL) {
        return records_open(&closure->set, verifier->run, evidence->packed, closure->fields, verifier->error);
    }
    uint8_t *width = memory_allocate(memory, closure->fields);
    if (width == NULL) {
        return verify_memory(verifier);
    }
    for (uint32_t k = 0; k < closure->components + (closure->monitor != NULL); k++) {
        uint64_t states = k < closure->components ? walker_local_states(verifier->walker, k)
                                                  : monitor_lts(closure->monitor)->states;
        width[k] = (uint8_t)records_width(states == 0 ? 0 : states - 1);
    }
    if (closure->proof != NULL) {
        runs_widths(closure->proof, width + closure->components);
    }
    int failed = records_open(&closure->set, verifier->run, width, closure->fields, verifier->error);
    memory_free(memory, width, closure->fields);
    return failed;
}

int closure_load(struct closure *closure, uint32_t *tuple, uint64_t *record) {
    return closure->verifier->evidence->packed != NULL ? load_packed(closure, record)
                                                       : load_lines(closure, tuple, record);
}
