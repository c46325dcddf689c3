/* States and distributions in AUT files. */
#include "frontend/formats/aut_targets.h"

#include "base/memory.h"
#include "base/text/ratio.h"

/* A sum that is this near to 1 is 1: compensated summation in 64 bits of mantissa errs by less. */
#define SUM_MOST (1 - 1e-17L)

/* Neumaier's compensated sum. */
struct sum {
    long double total, correction;
};

static void sum_add(struct sum *sum, long double value) {
    long double next = sum->total + value;
    sum->correction += sum->total >= value ? (sum->total - next) + value : (value - next) + sum->total;
    sum->total = next;
}

static int scan_share(struct scan *scan, struct sum *sum, double *probability) {
    long double value;
    size_t length = ratio_parse(scan->at, (size_t)(scan->end - scan->at), &value);
    if (length == 0) {
        return scan_fail_expected(scan, "a probability");
    }
    *probability = (double)value;
    const enum ratio_fault fault = ratio_fault(scan->at, length, *probability);
    if (fault != RATIO_FINE) {
        return scan_fail(scan, ERROR_INPUT, scan->at, "a probability %s", ratio_fault_text(fault));
    }
    sum_add(sum, value);
    if (!(sum->total + sum->correction < SUM_MOST)) {
        return scan_fail(scan, ERROR_INPUT, scan->at,
                         "the probabilities sum to 1 or more before the last state");
    }
    scan->at += length;
    return 0;
}

int aut_targets_scan(struct aut_targets *targets, struct scan *scan, struct memory *memory,
                     const char *what) {
    struct sum sum = {0, 0};
    targets->count = 0;
    for (;;) {
        if (MEMORY_GROW(memory, &targets->items, &targets->capacity, targets->count + 1) != 0) {
            return scan_fail(scan, ERROR_MEMORY, scan->at, "not enough memory for a distribution");
        }
        scan_blanks(scan);
        struct aut_target *target = &targets->items[targets->count];
        target->at = scan->at;
        if (scan_number(scan, &target->state, targets->count == 0 ? what : "a state") != 0) {
            return -1;
        }
        targets->count++;
        const char *end = scan->at;
        scan_blanks(scan);
        int number = scan->at < scan->end && (scan_is_digit(*scan->at) || *scan->at == '.');
        if (!number || end == scan->at) {
            target->probability = (double)(1 - sum.total - sum.correction);
            return 0;
        }
        if (scan_share(scan, &sum, &target->probability) != 0) {
            return -1;
        }
    }
}
